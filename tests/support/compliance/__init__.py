"""What tests of customers and of what surrounds them share."""
