"""What postings add up to, and how far each part of a check of the books was."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the table and the column."""

    dependencies = [
        ('payments', '0057_steps_that_wait'),
    ]

    operations = [
        migrations.CreateModel(
            name='CheckedBalance',
            fields=[
                ('account', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='payments.ledgeraccount')),
                ('balance', models.BigIntegerField()),
            ],
        ),
        migrations.AddField(
            model_name='ledgercheckrun',
            name='parts',
            field=models.JSONField(db_default=[], default=list),
        ),
    ]
