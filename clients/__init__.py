"""The clients of the API, which are published, and what generates them.

`python` and `typescript` hold a package each: what a generator makes of docs/openapi.yaml in a folder `generated`, and
a thin layer by hand around it. `generate` makes the former; `node` finds Node.js and the packages of `typescript`.
"""
