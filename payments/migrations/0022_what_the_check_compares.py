"""What a rail was told in a message, and the sum of the lines of a statement: what the check of the books compares."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Empty in rows of former releases, which go on writing theirs without them."""

    dependencies = [("payments", "0021_sandbox_rail_days")]

    operations = [
        migrations.AddField("providermessage", "amount", models.BigIntegerField(null=True)),
        migrations.AddField(
            "providermessage", "currency", models.CharField(db_default="", default="", max_length=8)
        ),
        migrations.AddField("providermessage", "account_mark", models.BinaryField(null=True)),
        migrations.AddField("bankstatement", "moved", models.BigIntegerField(null=True)),
    ]
