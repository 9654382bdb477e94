"""A job notes the customers whom payments of a former release pay; here it gets its mark."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add two columns that may be empty, and let the job begin. Former processes have a day to end."""

    dependencies = [("payments", "0052_platform_fees")]

    operations = [
        migrations.AddField("transactiontallymark", "payees_up_to", models.UUIDField(null=True)),
        migrations.AddField("transactiontallymark", "payees_until", models.DateTimeField(null=True)),
        migrations.RunSQL(
            "UPDATE payments_transactiontallymark"
            " SET payees_up_to = '00000000-0000-0000-0000-000000000000', payees_until = now() + interval '1 day'",
            migrations.RunSQL.noop,
        ),
    ]
