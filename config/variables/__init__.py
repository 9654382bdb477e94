"""The environment variables of this service: which there are, how each is read, and what is wrong with those given.

- `kinds`: how a text becomes a value; what is refused
- `table`: every variable, with its kind
- `faults`: the sentences about the variables of a process
- `values`: what `config.settings` reads of them
- `places`: the same about files, folders and packages that they name
"""
