"""Ports and adapters of this app: verifiers of identities, and screening."""
