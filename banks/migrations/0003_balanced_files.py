"""NACHA files may have an entry of our own account: a term of the bank connection."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the term; connections that exist go on without it."""

    dependencies = [
        ('banks', '0002_lines_and_payments_together'),
    ]

    operations = [
        migrations.AddField(
            model_name='bankconnection',
            name='balances_files',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
