"""Programs that tests start, with few variables around them."""

import sys

BYTE_CODE = {"PYTHONPYCACHEPREFIX": sys.pycache_prefix} if sys.pycache_prefix else {}
"""The variable by which a program finds what has been compiled: without it each process compiles 2,000 modules."""
