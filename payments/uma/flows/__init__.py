"""Flows with other institutions that take several steps: messages between database transactions, never within one.

Each important step is stored before the next message is sent, so that a process that dies leaves a row that shows
how to go on. `sending`, `receiving` and `payments.workflow` do the writes, `messages` knows the formats.
"""
