"""Payments by files of banks, and the statements that banks send. An app left out of INSTALLED_APPS is a rail less.

formats                         the formats of banks' files, read and written
rail                            the rail that pays by files: connections, routes, batches, delivery, answers
statements                      what banks have done: statements read, matched, decided, compared with the books
models, admin, tasks.py         tables, screens, scheduled work
"""
