"""The file of a customer as PDF, for an examiner: `material` reads it, `making` puts it together, `taking` gives it."""
