"""What tests of further webhook endpoints do through the API, and what came to an endpoint."""


def add(owner, receiver, **body):
    reply = owner.post("/webhook-endpoints", {"url": receiver.url, **body})
    assert reply.status_code == 201, reply.content
    return reply.json()


def change(owner, endpoint, **body):
    reply = owner.patch(f"/webhook-endpoints/{endpoint['id']}", body)
    assert reply.status_code == 200, reply.content
    return reply.json()


def told(receiver):
    """Return the types and numbers that came, without tests."""
    return [
        (body["type"], body["sequence"])
        for body in (request.json for request in receiver.received)
        if body["type"] != "TEST"
    ]
