"""The rail that pays by files: connections to banks, routes, batches, payments, files."""

from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
import platforms.base.identifiers
import platforms.encryption.encrypted_fields
from django.db import migrations, models


_SQL = (Path(__file__).parent / "sql" / "0012_bank_files.sql").read_text()


class Migration(migrations.Migration):
    """Add the tables; keep files as they were written."""

    dependencies = [
        ('payments', '0011_found_by_staff'),
        ('platforms', '0005_money_keys'),
    ]

    operations = [
        migrations.CreateModel(
            name='BankConnection',
            fields=[
                ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=32)),
                ('currency', models.CharField(max_length=3)),
                ('owner_name', models.CharField(max_length=70)),
                ('owner_country', models.CharField(blank=True, max_length=2)),
                ('account_number', models.CharField(max_length=34)),
                ('bic', models.CharField(blank=True, max_length=11)),
                ('clearing_number', models.CharField(blank=True, max_length=35)),
                ('bank_name', models.CharField(blank=True, max_length=70)),
                ('sender_id', models.CharField(blank=True, max_length=35)),
                ('credit_format', models.CharField(blank=True, max_length=32)),
                ('debit_format', models.CharField(blank=True, max_length=32)),
                ('cut_offs', django.contrib.postgres.fields.ArrayField(base_field=models.TimeField(), size=None)),
                ('time_zone', models.CharField(max_length=64)),
                ('holidays', django.contrib.postgres.fields.ArrayField(base_field=models.DateField(), blank=True, default=list, size=None)),
                ('credit_lead_days', models.PositiveSmallIntegerField()),
                ('debit_lead_days', models.PositiveSmallIntegerField()),
                ('max_payment', models.BigIntegerField(null=True)),
                ('max_day', models.BigIntegerField(null=True)),
                ('delivery', models.CharField(choices=[('FOLDER', 'Folder'), ('SFTP', 'Sftp')], max_length=8)),
                ('folder', models.CharField(max_length=255)),
                ('sftp_host', models.CharField(blank=True, max_length=255)),
                ('sftp_port', models.PositiveIntegerField(default=22)),
                ('sftp_user', models.CharField(blank=True, max_length=64)),
                ('sftp_host_key', models.CharField(blank=True, max_length=1000)),
                ('entered_by', models.CharField(max_length=64)),
                ('reason', models.TextField()),
                ('created_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('platform', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
            ],
        ),
        migrations.CreateModel(
            name='BankBatch',
            fields=[
                ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('format', models.CharField(max_length=32)),
                ('currency', models.CharField(max_length=3)),
                ('value_date', models.DateField()),
                ('cut_off_at', models.DateTimeField()),
                ('message_id', models.CharField(max_length=35, unique=True)),
                ('state', models.CharField(choices=[('OPEN', 'Open'), ('CLOSED', 'Closed'), ('RELEASED', 'Released'), ('WRITTEN', 'Written'), ('PLACED', 'Placed'), ('DELIVERED', 'Delivered'), ('CANCELLED', 'Cancelled')], default='OPEN', max_length=16)),
                ('count', models.PositiveIntegerField(default=0)),
                ('total', models.BigIntegerField(default=0)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('problem', models.CharField(blank=True, max_length=255)),
                ('opened_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(null=True)),
                ('closed_by', models.CharField(blank=True, max_length=64)),
                ('released_at', models.DateTimeField(null=True)),
                ('released_by', models.CharField(blank=True, max_length=64)),
                ('modifier', models.CharField(blank=True, max_length=1)),
                ('part_name', models.CharField(blank=True, max_length=128)),
                ('leased_until', models.DateTimeField(null=True)),
                ('delivered_at', models.DateTimeField(null=True)),
                ('connection', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.bankconnection')),
            ],
            options={
                'verbose_name_plural': 'bank batches',
            },
        ),
        migrations.CreateModel(
            name='BankFile',
            fields=[
                ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=128, unique=True)),
                ('storage_key', models.CharField(max_length=128, unique=True)),
                ('size', models.PositiveIntegerField()),
                ('sha256', models.BinaryField(max_length=32)),
                ('count', models.PositiveIntegerField()),
                ('total', models.BigIntegerField()),
                ('written_at', models.DateTimeField()),
                ('batch', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='file', to='payments.bankbatch')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='BankPayment',
            fields=[
                ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('movement', models.UUIDField()),
                ('leg', models.CharField(max_length=16)),
                ('direction', models.CharField(max_length=4)),
                ('end_to_end_id', models.CharField(max_length=15, unique=True)),
                ('connection_name', models.CharField(blank=True, max_length=32)),
                ('amount', models.BigIntegerField()),
                ('currency', models.CharField(max_length=8)),
                ('content', platforms.encryption.encrypted_fields.EncryptedJSONField(opened=('bic', 'country'))),
                ('state', models.CharField(choices=[('WAITING', 'Waiting'), ('BATCHED', 'Batched'), ('REFUSED', 'Refused'), ('CANCELLED', 'Cancelled'), ('SETTLED', 'Settled'), ('REJECTED', 'Rejected'), ('RETURNED', 'Returned')], max_length=16)),
                ('reason', models.CharField(blank=True, max_length=255)),
                ('bank_code', models.CharField(blank=True, max_length=35)),
                ('failure_reason', models.CharField(blank=True, max_length=64)),
                ('taken_at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(null=True)),
                ('batch', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.bankbatch')),
                ('platform', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
            ],
        ),
        migrations.CreateModel(
            name='RailRoute',
            fields=[
                ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('currency', models.CharField(blank=True, max_length=8)),
                ('account_type', models.CharField(blank=True, max_length=32)),
                ('connection_name', models.CharField(blank=True, max_length=32)),
                ('effective_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('entered_by', models.CharField(max_length=64)),
                ('reason', models.TextField()),
                ('created_at', models.DateTimeField()),
                ('platform', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
            ],
        ),
        migrations.AddConstraint(
            model_name='bankconnection',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('name',), name='bank_connection_one_of_a_name'),
        ),
        migrations.AddIndex(
            model_name='bankbatch',
            index=models.Index(condition=models.Q(('state__in', ['OPEN', 'RELEASED', 'WRITTEN', 'PLACED'])), fields=['state', 'cut_off_at'], name='bank_batch_due'),
        ),
        migrations.AddConstraint(
            model_name='bankbatch',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'OPEN')), fields=('connection', 'format', 'currency', 'value_date'), name='bank_batch_one_open'),
        ),
        migrations.AddConstraint(
            model_name='bankbatch',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['OPEN', 'CLOSED', 'RELEASED', 'WRITTEN', 'PLACED', 'DELIVERED', 'CANCELLED'])), name='bank_batch_state_known'),
        ),
        migrations.AddIndex(
            model_name='bankpayment',
            index=models.Index(fields=['state', 'connection_name'], name='bank_payment_by_state'),
        ),
        migrations.AddConstraint(
            model_name='bankpayment',
            constraint=models.UniqueConstraint(fields=('movement', 'leg'), name='bank_payment_once'),
        ),
        migrations.AddConstraint(
            model_name='bankpayment',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['WAITING', 'BATCHED', 'REFUSED', 'CANCELLED', 'SETTLED', 'REJECTED', 'RETURNED'])), name='bank_payment_state_known'),
        ),
        migrations.AddConstraint(
            model_name='bankpayment',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='bank_payment_amount_positive'),
        ),
        migrations.AddConstraint(
            model_name='bankpayment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'BATCHED'), _negated=True), ('batch__isnull', False), _connector='OR'), name='bank_payment_batched_has_batch'),
        ),
        migrations.AddIndex(
            model_name='railroute',
            index=models.Index(fields=['effective_at'], name='rail_route_history'),
        ),
        migrations.RunSQL(_SQL, migrations.RunSQL.noop),
    ]
