"""`make bank-demo`: two platforms, and a thousand payments out and in through the files of two practice banks.

sides    a platform with its connection, route, customers and bank
play     the days: payments, files and answers, and the decisions of staff
outcome  bank against books: each payment, each line, and the balance
"""
