"""`make demo`: a month of a small fintech, played on a running sandbox. Knows the service by its HTTP API alone.

`__main__`   the command: finds the service that `make run` started, plays, says what there is to see
`month`      what happens on which day
`stories`    payments with every ending, checks of identity, invitations: what the days are made of
`platform`   what the fintech's own program does with the API, step by step
`client`     requests
`receiver`   the fintech's webhook endpoint
`people`     customers (`people.csv`, `businesses.csv`, `owners.csv`)
`accounts`   numbers of bank accounts and addresses of wallets
`documents`  pictures of passports, and documents of businesses
"""
