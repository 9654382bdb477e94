"""Files that banks take and give: readers and writers, without a database and without a network.

Typed records in, bytes out, and back. What a bank cannot take is `Unwritable`, what cannot be relied on `DamagedFile`.
"""
