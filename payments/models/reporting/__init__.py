"""Tables of what is counted and made of payments for reports, lists and statements."""
