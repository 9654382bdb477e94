"""Authenticity of a message: signed lately, by the keys of its domain, and not received before."""

import datetime as dt

from payments.uma import messages
from payments.uma.protocol import keys, nonces


def require(
    signature: messages.Signature, *, domain: str, environment: str, now: dt.datetime, is_ours: bool = False
) -> messages.PublicKeys:
    """Return the keys of the counterparty, if its message to a platform of an environment is genuine.

    `is_ours`: it answers a request of ours. Raises ProtocolError: INVALID_TIMESTAMP, INVALID_SIGNATURE, INVALID_NONCE,
    or that its keys are not available; and Busy. Checks in the order of cost: the time, the signature (after a mismatch
    once more with newly fetched keys, since they may have been replaced), the nonce, which only a genuine message may
    use. `now` is the real time. May use the network and commits the nonce at once: never in a database transaction.
    """
    messages.require_fresh(signature, now=now)
    known = keys.of_domain(domain, environment=environment, now=now, is_ours=is_ours)
    try:
        messages.require_genuine(signature, keys=known)
    except messages.ProtocolError:
        renewed = keys.renewed(domain, environment=environment, now=now, is_ours=is_ours)
        if renewed is None or renewed.signing_key == known.signing_key:
            raise
        messages.require_genuine(signature, keys=renewed)
        known = renewed
    nonces.spend(signature, domain=domain)
    return known
