"""Drills of failover: the whole service over two servers and a witness that Patroni keeps, and faults under load.

`python -m bench.failover` plays them and prints a table (docs/operator/failover.md).

- `machines`: the machines of the database, by the files of deploy/failover.
- `service`: the service, and clients that write down each payment that was acknowledged to them.
- `faults`: what happens to the machines, and how it ends.
- `drills`: one fault under load, and what is looked at afterwards.
- `results`: the table.
"""
