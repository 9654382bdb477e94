"""Universal Money Addresses: the protocol between this service and other institutions.

`messages` alone knows how messages look. `transport` carries them, `keys` and `nonces` say whom to believe,
`authenticity` puts those two together, `hosts` tells which of our identities a request is for. What is done with a
message is for
`sending` and `receiving` to say.
"""
