"""The listener: forwards a sandbox platform's events to a developer's machine.

It uses the API of the service and Python's standard library, and nothing else: the documents offer it as one file.
It checks signatures where the package `cryptography` is installed.
"""
