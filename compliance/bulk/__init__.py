"""Files of customers: reading a CSV file, and converting its rows to customers."""
