"""Hosted pages for customers of platforms: identity (KYC). Plain HTML, no script, nothing from other sites."""
