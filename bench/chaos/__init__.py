"""Chaos by the page: the service on many hosts, with clients that keep books of their own, and a fault every minute.

Two web hosts, three workers, the scheduler and a broker, two servers of the database with a pooler before each, and a
witness. `site` starts and keeps them, `faults` says what happens to them, `clients` pay, `receiver` takes the events,
and `judge` compares at the end what clients were told with what is there.
"""
