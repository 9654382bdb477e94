"""The close of a month: begun by one person, explained, closed by two, compared with the journal ever after."""
