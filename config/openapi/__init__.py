"""The OpenAPI document of the API: `docs/openapi.yaml`, and the same as JSON below the version's address.

`options` says what the generator, drf-spectacular, is told. It asks each view for its operation
(`platforms.http.schema`), and then calls `values.constants`, its own hook that makes components of lists of values, the
hook of the account types, and `finish.finish`. `webhooks` are the operations of the platforms' endpoints, `tags` the
groups of operations, `served` the view. `parts` is what these share.
"""
