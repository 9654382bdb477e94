"""Forced outcomes: what a sandbox platform has told the outside world to answer.

catalogue   what can be forced: registered by the adapters of the sandbox that can answer so
outcomes    what was forced: kept, and taken back
asked       what an adapter is to answer now

Adapters of the sandbox alone ask; see docs/decisions/0085-forced-outcomes.md.
"""
