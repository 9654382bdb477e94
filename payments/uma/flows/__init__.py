"""Exchanges with other institutions that take several steps: messages between database transactions, never within one.

Each step that matters is written down before the next message goes out, so that a process that dies leaves a row which
says how to go on. What is written is for `sending`, `receiving` and `payments.workflow`, how messages look for
`messages`.
"""
