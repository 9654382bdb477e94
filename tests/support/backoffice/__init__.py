"""What tests of screens share."""
