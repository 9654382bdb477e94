"""The OpenAPI document of the API: `docs/openapi.yaml`, and the same as JSON below the version's address (`served`).

The generator, drf-spectacular, asks each endpoint for its operation (`operations`, with the words of `sentences`), and
`webhooks.api.document` for the requests to platforms' endpoints. Then it calls the steps that finish the document, one
after the other: `config.documents.openapi` lists them with the reason of each, since one of them is an app's. All
others are here; `parts` is what they share. No file is read before a document is made.

values      one value is a constant; values and references are written plainly
plain_yaml  texts of digits are quoted
sharing     what is alike is said once
root        authentication, and the groups of operations
limits      lengths and bounds in words
headers     what replies carry
refusals    the schema of each status, the codes of each operation, the codes that no operation has
examples    what tests have recorded in `docs/examples`
"""
