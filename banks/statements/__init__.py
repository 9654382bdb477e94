"""Files from banks: fetched, stored, and each line of a statement matched with the books.

incoming                        files from banks, from their arrival until their lines are applied
contents                        formats recognised, and records read by `banks.formats`
lines                           database rows of lines
decided                         decisions that are stored: what was matched before
matching                        lines matched: a payment of ours, a batch, money received, a fee, or an exception
line_kinds                      what a line does to a payment of ours: settled, returned, or neither
tolerance                       charges within lines that the terms of a connection let be booked without people
earlier                         money that staff or an adapter booked before its line came
returns, repeated               money that came back, named by the text; lines that another statement has too
references, batch_sums          a beneficiary found by reference; a batch found by its total
unnamed_sums                    whether a line that names no batch may be the sum of one
fees                            a bank's fees in the ledger
rules                           rules entered by staff, for lines without a reference
near_words, suggestions         what an open line may be, for people: by references with a mistake, amounts and names
covering                        payments whose sum is a line, and lines whose sum is a payment: proposed to people
by_hand                         lines that wait for people: matched, and what others owe us since
decisions                       lines that two people book as money received or a fee, or close; undone decisions
shown                           words of banks that lines show, and cases for those that none shows
nightly                         what the check of the books compares of banks every night
told                            whether a statement has told of an arrival that others tell of
movements                       entries of fees, recalled deposits and claims
comparing                       books against bank, by account and day
"""
