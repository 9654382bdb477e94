"""Customers and facts about them: KYC, KYB, owners, documents, reviews. Never asks payments.

customers     made, changed, closed, forgotten; the owners of businesses
verification  requirements, what is missing, decisions; the customer's status
review_desk   who has a case, what a decision is based on, risk flags
documents     files: their format, harmful content, where they are stored encrypted
screening     customers compared with watchlists
bulk, hosted  customers from a file; the hosted identity page
gates.py      who may pay and be paid: asked by the apps above
parties.py    customers as the apps above see them, beside the view `compliance_party`
providers     ports and adapters; models, api, admin, tasks.py: tables, endpoints, screens, scheduled work
"""
