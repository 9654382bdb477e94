"""Lines and payments that two people have matched together: one line of several payments, or the reverse."""

import django.db.models.deletion
import platforms.base.identifiers
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the tables."""

    dependencies = [
        ('banks', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='BankSet',
            fields=[
                ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('connection_name', models.CharField(max_length=32)),
                ('kind', models.CharField(choices=[('SETTLED', 'Settled'), ('RETURNED', 'Returned'), ('BATCH', 'Batch'), ('DEPOSIT', 'Deposit'), ('RECALLED', 'Recalled'), ('FEE', 'Fee'), ('CLAIM', 'Claim'), ('NOTED', 'Noted'), ('UNDONE', 'Undone')], max_length=16)),
                ('amount', models.BigIntegerField()),
                ('currency', models.CharField(max_length=8)),
                ('decided_by', models.CharField(max_length=64)),
                ('reason', models.TextField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ('SETTLED', 'RETURNED'))), name='bank_set_kind_known'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='bank_set_amount_positive')],
            },
        ),
        migrations.CreateModel(
            name='BankSetPayment',
            fields=[
                ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('SETTLED', 'Settled'), ('RETURNED', 'Returned'), ('BATCH', 'Batch'), ('DEPOSIT', 'Deposit'), ('RECALLED', 'Recalled'), ('FEE', 'Fee'), ('CLAIM', 'Claim'), ('NOTED', 'Noted'), ('UNDONE', 'Undone')], max_length=16)),
                ('amount', models.BigIntegerField()),
                ('bank_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='banks.bankset')),
                ('payment', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='banks.bankpayment')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('payment', 'kind'), name='bank_set_payment_once'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='bank_set_payment_amount_positive')],
            },
        ),
    ]
