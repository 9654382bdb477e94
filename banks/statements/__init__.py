"""Files from banks: fetched, stored, and each line of a statement matched with the books.

The way of a line, from the upload of its file to the payment that it settles:

1. `incoming.arrivals.upload` stores the file once, encrypted. `have_read` lets a worker have it, once two people agree;
   what `fetch_all` takes from a bank's folder waits for nobody.
2. `incoming.importing.advance` claims the file. `look` reads it whole: `contents` knows its format, and has
   `banks.formats` read it; `incoming.kept_lines` keeps the lines; `incoming.accounts` tells whose account each
   statement is of.
3. `_apply_lines` of the same module stores the statements. It makes rows of the lines (`lines.rows`), and hands them
   on, a part of the file in each database transaction.
4. `matching.matching.store` stores the rows, and decides about each. `_of_payments` takes those that name a payment of
   ours: `matching.line_kinds` and `matching.tolerance` tell whether the line settles it.
5. `banks.rail.answers.apply` writes the bank's answer to the row of the payment by file, and makes the payment due.
6. A worker of payments asks its rail (`banks.rail.rail.ChosenRail.status`), hears that the payment is settled, and
   books that (`payments/workflow/__init__.py` goes on from here).

Folders and files, each above those that it imports:

by_hand                         lines that wait for people: the decisions that two people take about them
incoming                        files from banks, from their arrival until their lines are applied
nightly                         what the check of the books compares of banks every night
proposals                       what an open line may be, for people
matching                        lines matched by rules: a payment of ours, a batch, money received, a fee, an exception
claims                          what others owe us: opened, and settled in parts
comparing                       books against bank, by account and day
fees                            a bank's fees in the ledger
monitor_subjects                what the monitor watches of files, lines, payments by file and claims
shown                           words of banks that lines show, and cases for those that none shows
contents                        formats recognised, and records read by `banks.formats`
decided                         decisions that are stored: what was matched before
movements                       entries of fees, recalled deposits and claims
references                      a beneficiary found by reference
lines                           database rows of lines
"""
