"""The OpenAPI document's last step: what is added when all operations and schemas are there.

`finishing` is the hook of the generator. `limits` says lengths and bounds in words, `headers` declares what replies
carry, `refusals` which codes no operation has, `examples` shows what tests have recorded in `docs/examples`. No file
is read before a document is made.
"""
