"""How the OpenAPI document shows the discriminator of an account type. Importing this module registers it.

Apart from `schema.py`, because the generator of the document costs 0.1 s and a worker makes none.
"""

from typing import Any

from drf_spectacular import extensions, openapi, plumbing

from payments.account_types import schema


class AccountTypeFieldExtension(extensions.OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Shows a discriminator as its one value, next to the catalogue that it comes from."""

    target_class = schema.AccountTypeField
    target: schema.AccountTypeField

    def map_serializer_field(self, auto_schema: openapi.AutoSchema, direction: Any) -> dict[str, Any]:
        """Register the catalogue and narrow it to the one value."""
        name = self.target.catalogue
        catalogue = plumbing.ResolvedComponent(  # type: ignore[no-untyped-call]
            name=name,
            type=plumbing.ResolvedComponent.SCHEMA,
            schema={"type": "string", "enum": list(schema.CATALOGUES[name])},
            object=name,
        )
        auto_schema.registry.register_on_missing(catalogue)
        return {"allOf": [{"enum": [self.target.code]}], "anyOf": [catalogue.ref]}
