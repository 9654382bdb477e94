"""Customers and what is known of them: KYC, KYB, owners, documents, reviews. Never asks payments."""
