"""Accounts, ledger, transfers, transactions, rates and rails.

ledger                          the books: entries, balances, their check and seals
steps.py, due.py                the table of steps; what is due, in SQL
rails.py                        limits and hours of rails
workflow                        how a payment proceeds, step by step, to its end: its first page is the map
transfers, quotes, deposits     how a payment begins: in one currency, across currencies, by money that arrived
accounts, account_types         internal and external accounts; the fields of bank accounts and wallets
rates, pricing                  exchange rates; the price of a payment
uma                             payments to and from UMA addresses: messages, flows, endpoints, screens
proofs                          days under signed roots; proofs of payments and balances
directory, reporting, sandbox   banks; totals and exports; functions of the sandbox alone
providers                       ports and adapters: rails, nodes, sources of rates
models, api, admin, tasks.py    tables, endpoints, screens, scheduled work
"""
