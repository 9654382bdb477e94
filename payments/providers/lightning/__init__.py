"""Lightning: invoices as they are written (BOLT11), and a node behind its REST interface."""
