"""What tests of UMA share."""
