"""The OpenAPI document of the API: `docs/openapi.yaml`, and the same as JSON below the version's address.

`config.documents.openapi` says what the generator, drf-spectacular, is told. It asks each view for its operation
(`operations`), and then calls `values.constants`, its own hook that makes components of lists of values, the hook of
the account types, `finish.finish` and `finishing.add`. `webhooks.api.document` describes the requests to the platforms'
endpoints, `tags` the groups of operations, `served` is the view. `parts` is what these share.

Of the last step, `limits` says lengths and bounds in words, `headers` declares what replies carry, `refusals` which
codes no operation has, `examples` shows what tests have recorded in `docs/examples`. No file is read before a document
is made.
"""
