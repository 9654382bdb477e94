"""A bank to practise with: it takes payment files from a folder, and answers by files, with planned faults.

bank                its days: files taken, payments executed, answers written
plan                the fate of each payment and each answer, drawn by a seed
book                its own records, an SQLite database in its folder
calendar            its opening days and hours
orders, nacha       readers of payment files, strict and its own; writer of NACHA returns
reports             writer of status reports
statements          writer of statements and notifications
markup              XML elements

Shares no code with `banks.formats`, whose readers and writers it judges, except the table of reason codes.
Nothing but its commands imports it.
"""
