"""What practises beside the product: a bank, a month of a small fintech, and a demo of payments by files of banks.

The image has none of it, and production does not load it.

bank                            a bank to practise with, which answers the files that a connection writes
demo                            a month of a small fintech, played over the API (`make demo`)
bank_demo                       a thousand payments through the files of two such banks (`make bank-demo`)
management                      the commands `bank` and `bank_demo`
"""
