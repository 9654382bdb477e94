"""Commands that concern all apps."""
