"""Faults of this installation, each with its remedy: `manage.py doctor`.

- `findings`: one line for each finding, or JSON
- `examination`: all checks, and their order
- `machine`: the settings, and the folders and disks of this machine
- `database`: the server, the role and its rights, migrations, the clock, connections
- `contents`: the keys against stored values, and the results of the nightly checks
- `running`: broker, worker, beat, and the public address
"""
