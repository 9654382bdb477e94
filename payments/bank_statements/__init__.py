"""Files from banks: fetched, stored, and each line of a statement matched with the books.

arrivals                        files fetched from banks, or uploaded; stored once, encrypted
contents                        formats recognised, and records read by `payments.bank_files`
accounts                        whose account a statement is of, and that each day of it is told once
kept_lines                      lines of a file that was read, until they are applied
unapplied                       answers that moved nothing, and corrections of accounts
importing                       a worker's steps: a file is read whole, then applied in parts
lines                           database rows of lines
decided                         decisions that are stored: what was matched before
matching                        lines matched: a payment of ours, a batch, money received, a fee, or an exception
line_kinds                      what a line does to a payment of ours: settled, returned, or neither
earlier                         money that staff or an adapter booked before its line came
returns, repeated               money that came back, named by the text; lines that another statement has too
references, batch_sums          a beneficiary found by reference; a batch found by its total
unnamed_sums                    whether a line that names no batch may be the sum of one
fees                            a bank's fees in the ledger
missing                         statements that did not come: cases
rules                           rules entered by staff, for lines without a reference
by_hand                         lines that wait for people: matched, and what others owe us since
decisions                       lines that two people book as money received or a fee, or close; undone decisions
comparing                       books against bank, by account and day
"""
