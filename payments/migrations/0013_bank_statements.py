"""What banks send: files, statements, lines, what was decided about them, rules; where files are fetched from."""

from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
import platforms.base.identifiers
import platforms.encryption.encrypted_fields
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

_SQL = (Path(__file__).parent / "sql" / "0013_bank_statements.sql").read_text()


class Migration(migrations.Migration):
    """Add the tables; keep what banks wrote, and each decision, as they were written."""

    dependencies = [
        ('payments', '0012_bank_rail'),
        ('platforms', '0005_money_keys'),
    ]

    operations = [
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
                ('connection', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.bankconnection')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('state', 'RECEIVED')), fields=['received_at'], name='bank_incoming_file_to_read'), models.Index(condition=models.Q(('state', 'SET_ASIDE')), fields=['id'], name='bank_incoming_file_set_aside')],
                'constraints': [models.UniqueConstraint(fields=('connection_name', 'sha256'), name='bank_incoming_file_once'), models.CheckConstraint(condition=models.Q(('state__in', ['RECEIVED', 'APPLIED', 'SET_ASIDE'])), name='bank_incoming_file_state_known')],
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
                ('digest', models.BinaryField(max_length=32)),
                ('received_at', models.DateTimeField()),
                ('connection', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.bankconnection')),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.bankincomingfile')),
            ],
            options={
                'indexes': [models.Index(fields=['connection_name', 'closing_on'], name='bank_statement_by_account'), models.Index(fields=['connection_name', 'closing'], name='bank_statement_by_closing')],
                'constraints': [models.UniqueConstraint(fields=('connection_name', 'digest'), name='bank_statement_once'), models.UniqueConstraint(fields=('file', 'number'), name='bank_statement_place')],
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
                ('file', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.bankincomingfile')),
                ('statement', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='payments.bankstatement')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('end_to_end_id', ''), _negated=True), fields=['end_to_end_id'], name='bank_line_by_end_to_end_id'), models.Index(fields=['connection_name', 'fingerprint'], name='bank_line_by_fingerprint'), models.Index(fields=['connection_name', 'booked_on'], name='bank_line_by_day')],
                'constraints': [models.UniqueConstraint(fields=('file', 'number', 'part'), name='bank_line_once'), models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='bank_line_amount_not_negative')],
            },
        ),
        migrations.CreateModel(
            name='BankMatch',
            fields=[
                ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('SETTLED', 'Settled'), ('RETURNED', 'Returned'), ('BATCH', 'Batch'), ('DEPOSIT', 'Deposit'), ('FEE', 'Fee'), ('NOTED', 'Noted'), ('UNDONE', 'Undone')], max_length=16)),
                ('subject', models.CharField(blank=True, max_length=64)),
                ('amount', models.BigIntegerField()),
                ('currency', models.CharField(max_length=8)),
                ('is_credit', models.BooleanField()),
                ('rule', models.CharField(blank=True, max_length=64)),
                ('decided_by', models.CharField(max_length=64)),
                ('reason', models.TextField(blank=True)),
                ('at', models.DateTimeField()),
                ('entry', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.journalentry')),
                ('platform', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
                ('line', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='payments.bankstatementline')),
            ],
            options={
                'verbose_name_plural': 'bank matches',
                'indexes': [models.Index(condition=models.Q(('subject', ''), _negated=True), fields=['subject'], name='bank_match_by_subject'), models.Index(condition=models.Q(('entry__isnull', False)), fields=['id'], name='bank_match_of_entries')],
                'constraints': [models.UniqueConstraint(fields=('line', 'number'), name='bank_match_one_after_another'), models.CheckConstraint(condition=models.Q(('kind__in', ['SETTLED', 'RETURNED', 'BATCH', 'DEPOSIT', 'FEE', 'NOTED', 'UNDONE'])), name='bank_match_kind_known')],
            },
        ),
        migrations.CreateModel(
            name='BankException',
            fields=[
                ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('reason', models.CharField(max_length=32)),
                ('opened_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(null=True)),
                ('connection', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.bankconnection')),
                ('line', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='exception', to='payments.bankstatementline')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('closed_at', None)), fields=['id'], name='bank_exception_open'), models.Index(fields=['-closed_at'], name='bank_exception_closed')],
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
                'indexes': [models.Index(condition=models.Q(('ended_at', None)), fields=['connection_name', 'priority'], name='bank_rule_in_force')],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['CODE', 'PAYER', 'NAME'])), name='bank_rule_kind_known')],
            },
        ),
        migrations.RemoveConstraint(
            model_name='operationscase',
            name='operations_case_kind_known',
        ),
        migrations.AddField(
            model_name='bankconnection',
            name='answers_folder',
            field=models.CharField(blank=True, db_default='', default='', max_length=255),
        ),
        migrations.AlterField(
            model_name='operationscase',
            name='kind',
            field=models.CharField(choices=[('PAYMENT_STUCK', 'Payment Stuck'), ('MONEY_IN_SUSPENSE', 'Money In Suspense'), ('BOOKS_BROKEN', 'Books Broken'), ('AUDIT_LOG_BROKEN', 'Audit Log Broken'), ('HOLDER_REJECTED', 'Holder Rejected'), ('ENDPOINT_DISABLED', 'Endpoint Disabled'), ('DOMAIN_FAILING', 'Domain Failing'), ('WORK_FAILING', 'Work Failing'), ('BANK_FILE', 'Bank File')], max_length=32),
        ),
        # Migration 0014 looks at the rows that are there.
        AddConstraintNotValid(
            model_name='operationscase',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['PAYMENT_STUCK', 'MONEY_IN_SUSPENSE', 'BOOKS_BROKEN', 'AUDIT_LOG_BROKEN', 'HOLDER_REJECTED', 'ENDPOINT_DISABLED', 'DOMAIN_FAILING', 'WORK_FAILING', 'BANK_FILE'])), name='operations_case_kind_known'),
        ),
        migrations.RunSQL(_SQL, migrations.RunSQL.noop),
    ]
