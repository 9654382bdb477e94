"""Lines matched by rules, without people.

matching                        each line matched: a payment of ours, a batch, money received, a fee, or an exception
line_kinds                      what a line does to a payment of ours: settled, returned, or neither
tolerance                       charges within lines that the terms of a connection let be booked without people
repeated                        lines that another statement has too
earlier, told                   money that staff or an adapter booked before its line came, and lines that came before
returns                         money that came back, named by the text
batch_sums, unnamed_sums        a batch found by its total; whether a line that names no batch may be the sum of one
rules                           rules entered by staff, for lines without a reference
"""
