"""The tables of banks, which the app `payments` has made: they keep their names, and so do the rights to see them."""

import django.contrib.postgres.fields
import django.db.models.deletion
import platforms.base.identifiers
import platforms.encryption.encrypted_fields
from django.db import migrations, models

_MODELS = [
    "bankanswer",
    "bankbatch",
    "bankconnection",
    "bankexception",
    "bankfile",
    "bankincomingfile",
    "bankmatch",
    "bankpayment",
    "bankrule",
    "bankstatement",
    "bankstatementline",
    "claim",
    "claimsettlement",
    "railroute",
]


def _take(apps, schema_editor):
    """Have the rights of staff, and what refers to kinds of objects, follow the models."""
    _move(apps, "payments", "banks")


def _give(apps, schema_editor):
    _move(apps, "banks", "payments")


def _move(apps, former, app):
    kinds = apps.get_model("contenttypes", "ContentType").objects
    kinds.filter(app_label=former, model__in=_MODELS).update(app_label=app)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ('contenttypes', '0002_remove_content_type_name'),
        ('payments', '0035_banks_is_an_app'),
        ('platforms', '0007_superusers'),
    ]

    operations = [
        migrations.RunPython(_take, _give),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='BankConnection',
                    fields=[
                        ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                        ('name', models.CharField(max_length=32)),
                        ('currency', models.CharField(max_length=3)),
                        ('owner_name', models.CharField(max_length=70)),
                        ('owner_country', models.CharField(blank=True, max_length=2)),
                        ('owner_town', models.CharField(blank=True, db_default='', default='', max_length=35)),
                        ('owner_postal_code', models.CharField(blank=True, db_default='', default='', max_length=16)),
                        ('owner_street', models.CharField(blank=True, db_default='', default='', max_length=70)),
                        ('account_number', models.CharField(max_length=34)),
                        ('bic', models.CharField(blank=True, max_length=11)),
                        ('clearing_number', models.CharField(blank=True, max_length=35)),
                        ('bank_name', models.CharField(blank=True, max_length=70)),
                        ('sender_id', models.CharField(blank=True, max_length=35)),
                        ('credit_format', models.CharField(blank=True, max_length=32)),
                        ('debit_format', models.CharField(blank=True, max_length=32)),
                        ('credit_description', models.CharField(blank=True, db_default='', default='', max_length=10)),
                        ('debit_description', models.CharField(blank=True, db_default='', default='', max_length=10)),
                        ('cut_offs', django.contrib.postgres.fields.ArrayField(base_field=models.TimeField(), size=None)),
                        ('time_zone', models.CharField(max_length=64)),
                        ('holidays', django.contrib.postgres.fields.ArrayField(base_field=models.DateField(), blank=True, default=list, size=None)),
                        ('calendar', models.CharField(blank=True, db_default='', default='', max_length=16)),
                        ('worked_days', django.contrib.postgres.fields.ArrayField(base_field=models.DateField(), blank=True, db_default=[], default=list, size=None)),
                        ('credit_lead_days', models.PositiveSmallIntegerField()),
                        ('debit_lead_days', models.PositiveSmallIntegerField()),
                        ('needs_addresses', models.BooleanField(db_default=False, default=False)),
                        ('max_payment', models.BigIntegerField(null=True)),
                        ('max_day', models.BigIntegerField(null=True)),
                        ('max_charge', models.BigIntegerField(null=True)),
                        ('max_charge_share', models.PositiveIntegerField(null=True)),
                        ('max_day_charges', models.BigIntegerField(null=True)),
                        ('confirm_days', models.SmallIntegerField(db_default=3, default=3)),
                        ('delivery', models.CharField(choices=[('FOLDER', 'Folder'), ('SFTP', 'Sftp')], max_length=8)),
                        ('folder', models.CharField(max_length=255)),
                        ('answers_folder', models.CharField(blank=True, db_default='', default='', max_length=255)),
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
                    options={
                        'db_table': 'payments_bankconnection',
                    },
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
                        ('connection', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='banks.bankconnection')),
                    ],
                    options={
                        'verbose_name_plural': 'bank batches',
                        'db_table': 'payments_bankbatch',
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
                        ('batch', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='file', to='banks.bankbatch')),
                    ],
                    options={
                        'db_table': 'payments_bankfile',
                    },
                ),
                migrations.CreateModel(
                    name='BankIncomingFile',
                    fields=[
                        ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                        ('connection_name', models.CharField(max_length=32)),
                        ('name', models.CharField(max_length=255)),
                        ('storage_keys', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=128), size=None)),
                        ('size', models.BigIntegerField()),
                        ('sha256', models.BinaryField(max_length=32)),
                        ('format', models.CharField(blank=True, max_length=16)),
                        ('state', models.CharField(choices=[('RECEIVED', 'Received'), ('APPLIED', 'Applied'), ('SET_ASIDE', 'Set Aside')], default='RECEIVED', max_length=16)),
                        ('position', models.PositiveIntegerField(default=0)),
                        ('unknown', models.PositiveIntegerField(default=0)),
                        ('place', models.CharField(blank=True, max_length=255)),
                        ('problem', models.CharField(blank=True, max_length=255)),
                        ('received_at', models.DateTimeField()),
                        ('received_by', models.CharField(blank=True, max_length=64)),
                        ('reason', models.TextField(blank=True)),
                        ('leased_until', models.DateTimeField(null=True)),
                        ('finished_at', models.DateTimeField(null=True)),
                        ('connection', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='banks.bankconnection')),
                    ],
                    options={
                        'db_table': 'payments_bankincomingfile',
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
                        ('unconfirmed_since', models.DateTimeField(null=True)),
                        ('batch', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='banks.bankbatch')),
                        ('platform', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
                    ],
                    options={
                        'db_table': 'payments_bankpayment',
                    },
                ),
                migrations.CreateModel(
                    name='BankAnswer',
                    fields=[
                        ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                        ('number', models.PositiveIntegerField()),
                        ('connection_name', models.CharField(max_length=32)),
                        ('kind', models.CharField(choices=[('UNKNOWN', 'Unknown'), ('AMOUNT_DIFFERS', 'Amount Differs'), ('DISHONOURED', 'Dishonoured'), ('CORRECTION', 'Correction')], max_length=16)),
                        ('end_to_end_id', models.CharField(blank=True, max_length=64)),
                        ('trace_number', models.CharField(blank=True, max_length=15)),
                        ('code', models.CharField(blank=True, max_length=35)),
                        ('amount', models.BigIntegerField(null=True)),
                        ('currency', models.CharField(max_length=3)),
                        ('place', models.CharField(max_length=255)),
                        ('account_digest', models.BinaryField(max_length=32, null=True)),
                        ('content', platforms.encryption.encrypted_fields.EncryptedJSONField()),
                        ('in_force_at', models.DateTimeField(null=True)),
                        ('refused_at', models.DateTimeField(null=True)),
                        ('received_at', models.DateTimeField()),
                        ('external_account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.externalaccount')),
                        ('file', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='banks.bankincomingfile')),
                        ('payment', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='banks.bankpayment')),
                    ],
                    options={
                        'db_table': 'payments_bankanswer',
                    },
                ),
                migrations.CreateModel(
                    name='BankRule',
                    fields=[
                        ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                        ('connection_name', models.CharField(max_length=32)),
                        ('kind', models.CharField(choices=[('CODE', 'Code'), ('PAYER', 'Payer'), ('NAME', 'Name')], max_length=8)),
                        ('priority', models.PositiveSmallIntegerField()),
                        ('code', models.CharField(blank=True, max_length=64)),
                        ('account_digest', models.BinaryField(max_length=32, null=True)),
                        ('days', models.PositiveSmallIntegerField(default=0)),
                        ('ratio', models.PositiveSmallIntegerField(default=0)),
                        ('entered_by', models.CharField(max_length=64)),
                        ('reason', models.TextField()),
                        ('created_at', models.DateTimeField()),
                        ('ended_at', models.DateTimeField(null=True)),
                        ('internal_account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.internalaccount')),
                        ('platform', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
                    ],
                    options={
                        'db_table': 'payments_bankrule',
                    },
                ),
                migrations.CreateModel(
                    name='BankStatement',
                    fields=[
                        ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                        ('connection_name', models.CharField(max_length=32)),
                        ('number', models.PositiveIntegerField()),
                        ('kind', models.CharField(max_length=16)),
                        ('currency', models.CharField(max_length=3)),
                        ('said_id', models.CharField(max_length=64)),
                        ('sequence', models.CharField(blank=True, max_length=35)),
                        ('page', models.CharField(blank=True, max_length=35)),
                        ('said_at', models.DateTimeField(null=True)),
                        ('opening', models.BigIntegerField(null=True)),
                        ('opening_on', models.DateField(null=True)),
                        ('closing', models.BigIntegerField(null=True)),
                        ('closing_on', models.DateField(null=True)),
                        ('moved', models.BigIntegerField(null=True)),
                        ('digest', models.BinaryField(max_length=32)),
                        ('received_at', models.DateTimeField()),
                        ('connection', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='banks.bankconnection')),
                        ('file', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='banks.bankincomingfile')),
                    ],
                    options={
                        'db_table': 'payments_bankstatement',
                    },
                ),
                migrations.CreateModel(
                    name='BankStatementLine',
                    fields=[
                        ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                        ('connection_name', models.CharField(max_length=32)),
                        ('number', models.PositiveIntegerField()),
                        ('part', models.PositiveIntegerField(default=0)),
                        ('place', models.CharField(max_length=255)),
                        ('is_credit', models.BooleanField()),
                        ('is_booked', models.BooleanField()),
                        ('is_reversal', models.BooleanField()),
                        ('is_fee', models.BooleanField()),
                        ('amount', models.BigIntegerField()),
                        ('currency', models.CharField(max_length=8)),
                        ('booked_on', models.DateField(null=True)),
                        ('value_on', models.DateField(null=True)),
                        ('end_to_end_id', models.CharField(blank=True, max_length=64)),
                        ('bank_reference', models.CharField(blank=True, max_length=64)),
                        ('code', models.CharField(blank=True, max_length=64)),
                        ('reason_code', models.CharField(blank=True, max_length=35)),
                        ('content', platforms.encryption.encrypted_fields.EncryptedJSONField()),
                        ('account_digest', platforms.encryption.encrypted_fields.BlindIndexField(is_compact=True, null=True, source='their_account')),
                        ('fingerprint', models.BinaryField(max_length=32)),
                        ('file', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='banks.bankincomingfile')),
                        ('statement', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='banks.bankstatement')),
                    ],
                    options={
                        'db_table': 'payments_bankstatementline',
                    },
                ),
                migrations.CreateModel(
                    name='BankMatch',
                    fields=[
                        ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                        ('number', models.PositiveIntegerField()),
                        ('kind', models.CharField(choices=[('SETTLED', 'Settled'), ('RETURNED', 'Returned'), ('BATCH', 'Batch'), ('DEPOSIT', 'Deposit'), ('RECALLED', 'Recalled'), ('FEE', 'Fee'), ('CLAIM', 'Claim'), ('NOTED', 'Noted'), ('UNDONE', 'Undone')], max_length=16)),
                        ('subject', models.CharField(blank=True, max_length=64)),
                        ('amount', models.BigIntegerField()),
                        ('currency', models.CharField(max_length=8)),
                        ('is_credit', models.BooleanField()),
                        ('difference', models.BigIntegerField(db_default=0, default=0)),
                        ('rule', models.CharField(blank=True, max_length=64)),
                        ('decided_by', models.CharField(max_length=64)),
                        ('reason', models.TextField(blank=True)),
                        ('at', models.DateTimeField()),
                        ('entry', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.journalentry')),
                        ('platform', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
                        ('line', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='banks.bankstatementline')),
                    ],
                    options={
                        'verbose_name_plural': 'bank matches',
                        'db_table': 'payments_bankmatch',
                    },
                ),
                migrations.CreateModel(
                    name='BankException',
                    fields=[
                        ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                        ('reason', models.CharField(max_length=32)),
                        ('opened_at', models.DateTimeField()),
                        ('closed_at', models.DateTimeField(null=True)),
                        ('connection', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='banks.bankconnection')),
                        ('line', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='exception', to='banks.bankstatementline')),
                    ],
                    options={
                        'db_table': 'payments_bankexception',
                    },
                ),
                migrations.CreateModel(
                    name='Claim',
                    fields=[
                        ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                        ('reason', models.CharField(choices=[('COLLECTION_RETURNED', 'Collection Returned'), ('FUNDING_RETURNED', 'Funding Returned'), ('DEPOSIT_RECALLED', 'Deposit Recalled'), ('NOT_ORDERED', 'Not Ordered')], max_length=32)),
                        ('debtor', models.CharField(choices=[('HOLDER', 'Holder'), ('PLATFORM', 'Platform'), ('BANK', 'Bank'), ('UNKNOWN', 'Unknown')], max_length=16)),
                        ('amount', models.BigIntegerField()),
                        ('currency', models.CharField(max_length=8)),
                        ('open_amount', models.BigIntegerField()),
                        ('opened_at', models.DateTimeField()),
                        ('settled_at', models.DateTimeField(null=True)),
                        ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.journalentry')),
                        ('internal_account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.internalaccount')),
                        ('line', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='banks.bankstatementline')),
                        ('platform', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
                        ('transaction', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.transaction')),
                    ],
                    options={
                        'db_table': 'payments_claim',
                    },
                ),
                migrations.CreateModel(
                    name='ClaimSettlement',
                    fields=[
                        ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                        ('number', models.PositiveIntegerField()),
                        ('way', models.CharField(choices=[('PAID', 'Paid'), ('TAKEN', 'Taken'), ('WRITTEN_OFF', 'Written Off'), ('UNDONE', 'Undone')], max_length=16)),
                        ('amount', models.BigIntegerField()),
                        ('decided_by', models.CharField(max_length=64)),
                        ('reason', models.TextField()),
                        ('at', models.DateTimeField()),
                        ('claim', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='settlements', to='banks.claim')),
                        ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.journalentry')),
                        ('internal_account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.internalaccount')),
                        ('line', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='banks.bankstatementline')),
                    ],
                    options={
                        'db_table': 'payments_claimsettlement',
                    },
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
                    options={
                        'db_table': 'payments_railroute',
                    },
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
                    model_name='bankincomingfile',
                    index=models.Index(condition=models.Q(('state', 'RECEIVED')), fields=['received_at'], name='bank_incoming_file_to_read'),
                ),
                migrations.AddIndex(
                    model_name='bankincomingfile',
                    index=models.Index(condition=models.Q(('state', 'SET_ASIDE')), fields=['id'], name='bank_incoming_file_set_aside'),
                ),
                migrations.AddConstraint(
                    model_name='bankincomingfile',
                    constraint=models.UniqueConstraint(fields=('connection_name', 'sha256'), name='bank_incoming_file_once'),
                ),
                migrations.AddConstraint(
                    model_name='bankincomingfile',
                    constraint=models.CheckConstraint(condition=models.Q(('state__in', ['RECEIVED', 'APPLIED', 'SET_ASIDE'])), name='bank_incoming_file_state_known'),
                ),
                migrations.AddIndex(
                    model_name='bankpayment',
                    index=models.Index(fields=['state', 'connection_name'], name='bank_payment_by_state'),
                ),
                migrations.AddIndex(
                    model_name='bankpayment',
                    index=models.Index(fields=['amount', 'connection_name'], name='bank_payment_by_amount'),
                ),
                migrations.AddIndex(
                    model_name='bankpayment',
                    index=models.Index(condition=models.Q(('unconfirmed_since__isnull', False)), fields=['connection_name', 'unconfirmed_since'], name='bank_payment_unconfirmed'),
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
                    model_name='bankanswer',
                    index=models.Index(condition=models.Q(('account_digest__isnull', False)), fields=['account_digest'], name='bank_answer_of_account'),
                ),
                migrations.AddConstraint(
                    model_name='bankanswer',
                    constraint=models.UniqueConstraint(fields=('file', 'number'), name='bank_answer_place'),
                ),
                migrations.AddConstraint(
                    model_name='bankanswer',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['UNKNOWN', 'AMOUNT_DIFFERS', 'DISHONOURED', 'CORRECTION'])), name='bank_answer_kind_known'),
                ),
                migrations.AddIndex(
                    model_name='bankrule',
                    index=models.Index(condition=models.Q(('ended_at', None)), fields=['connection_name', 'priority'], name='bank_rule_in_force'),
                ),
                migrations.AddConstraint(
                    model_name='bankrule',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['CODE', 'PAYER', 'NAME'])), name='bank_rule_kind_known'),
                ),
                migrations.AddIndex(
                    model_name='bankstatement',
                    index=models.Index(fields=['connection_name', 'closing_on'], name='bank_statement_by_account'),
                ),
                migrations.AddIndex(
                    model_name='bankstatement',
                    index=models.Index(fields=['connection_name', 'closing'], name='bank_statement_by_closing'),
                ),
                migrations.AddConstraint(
                    model_name='bankstatement',
                    constraint=models.UniqueConstraint(fields=('connection_name', 'digest'), name='bank_statement_once'),
                ),
                migrations.AddConstraint(
                    model_name='bankstatement',
                    constraint=models.UniqueConstraint(fields=('file', 'number'), name='bank_statement_place'),
                ),
                migrations.AddIndex(
                    model_name='bankstatementline',
                    index=models.Index(condition=models.Q(('end_to_end_id', ''), _negated=True), fields=['end_to_end_id'], name='bank_line_by_end_to_end_id'),
                ),
                migrations.AddIndex(
                    model_name='bankstatementline',
                    index=models.Index(condition=models.Q(('bank_reference', ''), _negated=True), fields=['bank_reference'], name='bank_line_by_bank_reference'),
                ),
                migrations.AddIndex(
                    model_name='bankstatementline',
                    index=models.Index(fields=['connection_name', 'fingerprint'], name='bank_line_by_fingerprint'),
                ),
                migrations.AddIndex(
                    model_name='bankstatementline',
                    index=models.Index(condition=models.Q(('account_digest__isnull', False), ('is_credit', True)), fields=['account_digest'], name='bank_line_by_payer'),
                ),
                migrations.AddIndex(
                    model_name='bankstatementline',
                    index=models.Index(fields=['connection_name', 'booked_on'], name='bank_line_by_day'),
                ),
                migrations.AddConstraint(
                    model_name='bankstatementline',
                    constraint=models.UniqueConstraint(fields=('file', 'number', 'part'), name='bank_line_once'),
                ),
                migrations.AddConstraint(
                    model_name='bankstatementline',
                    constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='bank_line_amount_not_negative'),
                ),
                migrations.AddIndex(
                    model_name='bankmatch',
                    index=models.Index(condition=models.Q(('subject', ''), _negated=True), fields=['subject'], name='bank_match_by_subject'),
                ),
                migrations.AddIndex(
                    model_name='bankmatch',
                    index=models.Index(condition=models.Q(('entry__isnull', False)), fields=['id'], name='bank_match_of_entries'),
                ),
                migrations.AddIndex(
                    model_name='bankmatch',
                    index=models.Index(condition=models.Q(('difference__gt', 0)), fields=['at'], name='bank_match_with_charges'),
                ),
                migrations.AddConstraint(
                    model_name='bankmatch',
                    constraint=models.UniqueConstraint(fields=('line', 'number'), name='bank_match_one_after_another'),
                ),
                migrations.AddConstraint(
                    model_name='bankmatch',
                    constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['SETTLED', 'RETURNED', 'BATCH', 'DEPOSIT', 'RECALLED', 'FEE', 'CLAIM', 'NOTED', 'UNDONE'])), name='bank_match_kind_known'),
                ),
                migrations.AddConstraint(
                    model_name='bankmatch',
                    constraint=models.CheckConstraint(condition=models.Q(('difference__gte', 0)), name='bank_match_difference_not_negative'),
                ),
                migrations.AddIndex(
                    model_name='bankexception',
                    index=models.Index(condition=models.Q(('closed_at', None)), fields=['id'], name='bank_exception_open'),
                ),
                migrations.AddIndex(
                    model_name='bankexception',
                    index=models.Index(fields=['-closed_at'], name='bank_exception_closed'),
                ),
                migrations.AddIndex(
                    model_name='claim',
                    index=models.Index(condition=models.Q(('settled_at', None)), fields=['opened_at'], name='claim_open'),
                ),
                migrations.AddIndex(
                    model_name='claim',
                    index=models.Index(fields=['-settled_at', 'id'], name='claim_list'),
                ),
                migrations.AddConstraint(
                    model_name='claim',
                    constraint=models.CheckConstraint(condition=models.Q(('reason__in', ['COLLECTION_RETURNED', 'FUNDING_RETURNED', 'DEPOSIT_RECALLED', 'NOT_ORDERED'])), name='claim_reason_known'),
                ),
                migrations.AddConstraint(
                    model_name='claim',
                    constraint=models.CheckConstraint(condition=models.Q(('debtor__in', ['HOLDER', 'PLATFORM', 'BANK', 'UNKNOWN'])), name='claim_debtor_known'),
                ),
                migrations.AddConstraint(
                    model_name='claim',
                    constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('open_amount__gte', 0), ('open_amount__lte', models.F('amount'))), name='claim_amounts_possible'),
                ),
                migrations.AddConstraint(
                    model_name='claim',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('open_amount', 0), ('settled_at__isnull', False)), models.Q(('open_amount__gt', 0), ('settled_at', None)), _connector='OR'), name='claim_settled_when_nothing_is_open'),
                ),
                migrations.AddConstraint(
                    model_name='claimsettlement',
                    constraint=models.UniqueConstraint(fields=('claim', 'number'), name='claim_settlement_one_after_another'),
                ),
                migrations.AddConstraint(
                    model_name='claimsettlement',
                    constraint=models.CheckConstraint(condition=models.Q(('way__in', ['PAID', 'TAKEN', 'WRITTEN_OFF', 'UNDONE'])), name='claim_settlement_way_known'),
                ),
                migrations.AddConstraint(
                    model_name='claimsettlement',
                    constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='claim_settlement_amount_positive'),
                ),
                migrations.AddIndex(
                    model_name='railroute',
                    index=models.Index(fields=['effective_at'], name='rail_route_history'),
                ),
            ]
        ),
    ]
