"""The simulator: the service's own code, with many actors at once, played step by step as a seed says.

`scheduler` lets one actor go on at each step. `statements` makes a step of each SQL statement, `substitutes` of each
wait: they stand in place of the driver's and the standard library's. `chance` gives time, keys and random values.
`world` has the database that each seed begins with, and what a process remembers; `seeds` plays one. `actors` and
`faults` say what happens, `rail` and `endpoint` are the outside. `oracle` says from outside what has to be true at the
end, `sometimes` what must happen in some seed, `planted` finds bugs that were put in.
"""
