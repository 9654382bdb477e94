"""Readers of lists, in the forms in which the authorities publish them.

- `files`: what all forms share: reading as a stream, what an entry is, limits, countries and dates
- `un`, `ofac`, `eu`, `uk`: one form each
- `forms`: finds the reader by the first element of the file
"""
