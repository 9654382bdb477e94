"""Files from banks: fetched, stored, and each line of a statement matched with the books.

incoming                        files from banks, from their arrival until their lines are applied
contents                        formats recognised, and records read by `banks.formats`
lines                           database rows of lines
matching                        lines matched by rules: a payment of ours, a batch, money received, a fee, an exception
references                      a beneficiary found by reference
decided                         decisions that are stored: what was matched before
fees                            a bank's fees in the ledger
proposals                       what an open line may be, for people
by_hand                         lines that wait for people: matched
decisions                       lines that two people book as money received or a fee, or close; undone decisions
claims                          what others owe us: opened, and settled in parts
shown                           words of banks that lines show, and cases for those that none shows
monitor_subjects                what the monitor watches of files, lines, payments by file and claims
nightly                         what the check of the books compares of banks every night
movements                       entries of fees, recalled deposits and claims
comparing                       books against bank, by account and day
"""
