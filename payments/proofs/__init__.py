"""Proofs: each UTC day's entries and balances are bound into one signed root, which proofs lead to.

verify_proof.py   what is hashed, and how it is checked: the file that clients run, which the service hashes by too
trees.py          hash trees stored in pages
leaves.py         the leaves, read from the tables of the books
signing.py        the keys that sign
sealing.py        the background job: a day into a signed root
proving.py        the proof of a payment and of a balance
"""
