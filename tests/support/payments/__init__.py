"""What tests of payments share."""
