"""Customers and what is known of them: KYC, KYB, owners, documents, reviews. Never asks payments.

customers     made, changed, closed, forgotten; the owners of businesses
verification  what must be shown, what is missing, what is decided; the customer's status
review_desk   who has a case, what a decision is based on, risk flags
documents     files: what they are, whether they are harmful, where they lie encrypted
screening     people compared with lists
bulk, hosted  customers from a file; the hosted identity page
gates.py      who may pay and be paid: what the apps above ask
providers     ports and adapters; models, api, admin, tasks.py: tables, endpoints, screens, scheduled work
"""
