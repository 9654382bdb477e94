"""Accounts, ledger, transfers, transactions, rates and rails.

ledger                          the books: entries, balances, their check and seals
workflow                        how a payment gets on: states, steps, leases, suspense, monitor, what staff do
transfers, quotes, deposits     how a payment begins: in one currency, across currencies, by money that arrived
accounts, account_types         whose money lies where, and what bank accounts and wallets look like
rates, pricing                  exchange rates; what a payment costs
uma                             payments to and from UMA addresses: messages, flows, endpoints, screens
directory, reporting, sandbox   banks; totals and exports; what only the sandbox can do
providers                       ports and adapters: rails, nodes, sources of rates
models, api, admin, tasks.py    tables, endpoints, screens, scheduled work
"""
