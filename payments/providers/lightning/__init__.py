"""Lightning: the text form of invoices (BOLT11), and a node behind its REST interface."""
