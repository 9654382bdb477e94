"""Files of customers: how a CSV file is cut into records, and what a record says of a customer."""
