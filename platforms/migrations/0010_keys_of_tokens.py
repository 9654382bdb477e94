"""Which key made the hash of a token: by that a wrong TOKEN_HASH_KEY is noticed before a platform is refused."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the column; no row is written anew."""

    dependencies = [("platforms", "0009_notes")]

    operations = [migrations.AddField("apitoken", "key_fingerprint", models.BinaryField(max_length=8, null=True))]
