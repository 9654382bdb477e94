"""Internal and external accounts: screening, look-ups, erasure; and the parties of a quote, whose accounts they are."""
