"""Files from banks, from their arrival until their lines are applied.

arrivals                        files fetched from banks, or uploaded; stored once, encrypted
accounts                        whose account a statement is of, and that each day of it is told once
kept_lines                      lines of a file that was read, until they are applied
importing                       a worker's steps: a file is read whole, then applied in parts
unapplied                       answers that moved nothing, and corrections of accounts
missing                         statements that did not come: cases
"""
