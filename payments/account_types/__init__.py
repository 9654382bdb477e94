"""Account types: which bank accounts, mobile-money accounts and wallets money can go to or come from.

One table (`table.py`) holds everything that differs from type to type. Validation, the OpenAPI document, funding
instructions and the primary identifier all follow from it. The package is pure: it reads no database and makes no
network call.
"""
