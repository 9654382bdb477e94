"""The support desk: finding payments, saying where their money is, and what staff do about them."""
