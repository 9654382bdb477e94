"""Universal Money Addresses: the protocol between this service and other institutions.

`messages` alone knows the format of messages. `transport` sends them, `keys` and `nonces` decide whom to trust,
`authenticity` combines these two, `hosts` determines which of our identities a request is for. `sending` and
`receiving` act on messages.
"""
