"""What an open line may be, proposed to people: they decide.

suggestions, near_words         one payment, batch or beneficiary: by references with a mistake, amounts and names
covering                        payments whose sum is a line, and lines whose sum is a payment
"""
