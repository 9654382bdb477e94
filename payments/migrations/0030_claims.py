"""Claims: money that others owe us; what a bank has kept of a payment, or taken beside it."""

from pathlib import Path

import django.db.models.deletion
import platforms.base.identifiers
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

_SQL = (Path(__file__).parent / "sql" / "0030_claims.sql").read_text()


class Migration(migrations.Migration):
    """Add the tables, and let decisions about lines and cases be of more kinds."""

    dependencies = [
        ('payments', '0029_answers_without_effect'),
        ('platforms', '0007_superusers'),
    ]

    operations = [
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
                ('line', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.bankstatementline')),
                ('platform', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
                ('transaction', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.transaction')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('settled_at', None)), fields=['opened_at'], name='claim_open'), models.Index(fields=['-settled_at', 'id'], name='claim_list')],
                'constraints': [models.CheckConstraint(condition=models.Q(('reason__in', ['COLLECTION_RETURNED', 'FUNDING_RETURNED', 'DEPOSIT_RECALLED', 'NOT_ORDERED'])), name='claim_reason_known'), models.CheckConstraint(condition=models.Q(('debtor__in', ['HOLDER', 'PLATFORM', 'BANK', 'UNKNOWN'])), name='claim_debtor_known'), models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('open_amount__gte', 0), ('open_amount__lte', models.F('amount'))), name='claim_amounts_possible'), models.CheckConstraint(condition=models.Q(models.Q(('open_amount', 0), ('settled_at__isnull', False)), models.Q(('open_amount__gt', 0), ('settled_at', None)), _connector='OR'), name='claim_settled_when_nothing_is_open')],
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
                ('claim', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='settlements', to='payments.claim')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.journalentry')),
                ('internal_account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.internalaccount')),
                ('line', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.bankstatementline')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('claim', 'number'), name='claim_settlement_one_after_another'), models.CheckConstraint(condition=models.Q(('way__in', ['PAID', 'TAKEN', 'WRITTEN_OFF', 'UNDONE'])), name='claim_settlement_way_known'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='claim_settlement_amount_positive')],
            },
        ),
        migrations.RemoveConstraint(
            model_name='bankmatch',
            name='bank_match_kind_known',
        ),
        migrations.RemoveConstraint(
            model_name='operationscase',
            name='operations_case_kind_known',
        ),
        migrations.AddField(
            model_name='bankmatch',
            name='difference',
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name='bankmatch',
            name='kind',
            field=models.CharField(choices=[('SETTLED', 'Settled'), ('RETURNED', 'Returned'), ('BATCH', 'Batch'), ('DEPOSIT', 'Deposit'), ('RECALLED', 'Recalled'), ('FEE', 'Fee'), ('CLAIM', 'Claim'), ('NOTED', 'Noted'), ('UNDONE', 'Undone')], max_length=16),
        ),
        migrations.AlterField(
            model_name='operationscase',
            name='kind',
            field=models.CharField(choices=[('PAYMENT_STUCK', 'Payment Stuck'), ('MONEY_IN_SUSPENSE', 'Money In Suspense'), ('MONEY_OWED', 'Money Owed'), ('BOOKS_BROKEN', 'Books Broken'), ('AUDIT_LOG_BROKEN', 'Audit Log Broken'), ('HOLDER_REJECTED', 'Holder Rejected'), ('ENDPOINT_DISABLED', 'Endpoint Disabled'), ('DOMAIN_FAILING', 'Domain Failing'), ('WORK_FAILING', 'Work Failing'), ('BANK_FILE', 'Bank File')], max_length=32),
        ),
        # Migration 0022 looks at the rows that are there.
        AddConstraintNotValid(
            model_name='bankmatch',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['SETTLED', 'RETURNED', 'BATCH', 'DEPOSIT', 'RECALLED', 'FEE', 'CLAIM', 'NOTED', 'UNDONE'])), name='bank_match_kind_known'),
        ),
        AddConstraintNotValid(
            model_name='bankmatch',
            constraint=models.CheckConstraint(condition=models.Q(('difference__gte', 0)), name='bank_match_difference_not_negative'),
        ),
        AddConstraintNotValid(
            model_name='operationscase',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['PAYMENT_STUCK', 'MONEY_IN_SUSPENSE', 'MONEY_OWED', 'BOOKS_BROKEN', 'AUDIT_LOG_BROKEN', 'HOLDER_REJECTED', 'ENDPOINT_DISABLED', 'DOMAIN_FAILING', 'WORK_FAILING', 'BANK_FILE'])), name='operations_case_kind_known'),
        ),
        migrations.RunSQL(_SQL, migrations.RunSQL.noop),
    ]
