"""Which request used an idempotency key, for whoever looks the key up."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the columns; no row is written anew."""

    dependencies = [("platforms", "0012_saved_views")]

    operations = [
        migrations.AddField("idempotencykey", "method", models.CharField(max_length=8, null=True)),
        migrations.AddField("idempotencykey", "path", models.CharField(max_length=255, null=True)),
    ]
