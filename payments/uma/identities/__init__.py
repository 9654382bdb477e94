"""Our own identities in the protocol: key pairs and certificates."""
