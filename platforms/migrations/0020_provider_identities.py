"""Who members of staff are at the company's OpenID Connect provider."""

import platforms.base.identifiers
from django.db import migrations, models


class Migration(migrations.Migration):
    """Make an empty table."""

    dependencies = [("platforms", "0019_marks_of_passwords")]

    operations = [
        migrations.CreateModel(
            name="ProviderIdentity",
            fields=[
                ("id", models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ("issuer", models.CharField(max_length=255)),
                ("subject", models.CharField(max_length=255)),
                ("username", models.CharField(max_length=150, unique=True)),
                ("mark", models.BinaryField()),
                ("linked_at", models.DateTimeField()),
            ],
            options={
                "verbose_name_plural": "provider identities",
                "constraints": [
                    models.UniqueConstraint(fields=("issuer", "subject"), name="provider_identity_of_one_person")
                ],
            },
        ),
    ]
