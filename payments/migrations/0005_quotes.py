"""Quotes, the money that arrives for them, and the money that waits for a person."""

from pathlib import Path

import django.db.models.deletion
import platforms.kit.identifiers
from django.db import migrations, models


SQL = (Path(__file__).parent / "sql" / "0005_quotes.sql").read_text()
UNDO = """
DROP TRIGGER payments_suspenseitem_is_kept ON payments_suspenseitem;
DROP TRIGGER payments_fundingreceipt_append_only ON payments_fundingreceipt;
DROP TRIGGER payments_quote_append_only ON payments_quote;
"""


class Migration(migrations.Migration):
    """Add their tables and make the append-only ones so."""

    dependencies = [
        ('compliance', '0002_functions'),
        ('payments', '0004_directory'),
        ('platforms', '0002_functions'),
    ]

    operations = [
        migrations.CreateModel(
            name='FundingReceipt',
            fields=[
                ('id', models.UUIDField(default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('amount', models.BigIntegerField()),
                ('currency', models.CharField(max_length=8)),
                ('use', models.CharField(choices=[('APPLIED', 'Applied'), ('RETURNING', 'Returning'), ('SUSPENSE', 'Suspense')], max_length=16)),
                ('reason', models.CharField(blank=True, max_length=64)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Quote',
            fields=[
                ('id', models.UUIDField(default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('lock_side', models.CharField(choices=[('SENDING', 'Sending'), ('RECEIVING', 'Receiving')], max_length=16)),
                ('source_type', models.CharField(choices=[('ACCOUNT', 'Account'), ('REALTIME_FUNDING', 'Realtime Funding')], max_length=16)),
                ('crypto_network', models.CharField(blank=True, db_default='', default='', max_length=64)),
                ('payment_rail', models.CharField(blank=True, db_default='', default='', max_length=64)),
                ('sending_currency', models.CharField(max_length=8)),
                ('receiving_currency', models.CharField(max_length=8)),
                ('total_sending', models.BigIntegerField()),
                ('total_receiving', models.BigIntegerField()),
                ('fees_included', models.BigIntegerField()),
                ('exchange_rate', models.DecimalField(decimal_places=30, max_digits=60)),
                ('rounding', models.DecimalField(decimal_places=30, max_digits=60)),
                ('rate_details', models.JSONField()),
                ('lookup_id', models.UUIDField(null=True)),
                ('payment_instructions', models.JSONField(null=True)),
                ('counterparty_information', models.JSONField(null=True)),
                ('sender_information', models.JSONField(null=True)),
                ('purpose', models.CharField(blank=True, choices=[('GIFT', 'Gift'), ('SELF', 'Self'), ('GOODS_OR_SERVICES', 'Goods Or Services'), ('EDUCATION', 'Education'), ('HEALTH_OR_MEDICAL', 'Health Or Medical'), ('REAL_ESTATE_PURCHASE', 'Real Estate Purchase'), ('TAX_PAYMENT', 'Tax Payment'), ('LOAN_PAYMENT', 'Loan Payment'), ('UTILITY_BILL', 'Utility Bill'), ('DONATION', 'Donation'), ('TRAVEL', 'Travel'), ('OTHER', 'Other')], db_default='', default='', max_length=32)),
                ('expires_at', models.DateTimeField()),
                ('created_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='SuspenseItem',
            fields=[
                ('id', models.UUIDField(default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('amount', models.BigIntegerField()),
                ('currency', models.CharField(max_length=8)),
                ('reason', models.CharField(max_length=64)),
                ('opened_at', models.DateTimeField()),
                ('resolved_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name='transaction',
            name='next_action',
            field=models.CharField(choices=[('TRANSFER', 'Transfer'), ('EXPIRE', 'Expire'), ('COLLECT', 'Collect'), ('PAY_OUT', 'Pay Out'), ('PAY_IN', 'Pay In'), ('GIVE_BACK', 'Give Back')], db_default='TRANSFER', default='TRANSFER', max_length=16),
        ),
        migrations.AlterField(
            model_name='transaction',
            name='exchange_rate',
            field=models.DecimalField(decimal_places=30, max_digits=60, null=True),
        ),
        migrations.AlterField(
            model_name='transaction',
            name='external_account',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.externalaccount'),
        ),
        migrations.AlterField(
            model_name='transaction',
            name='internal_account',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.internalaccount'),
        ),
        migrations.AddConstraint(
            model_name='transaction',
            constraint=models.CheckConstraint(condition=models.Q(('next_action__in', ['TRANSFER', 'EXPIRE', 'COLLECT', 'PAY_OUT', 'PAY_IN', 'GIVE_BACK'])), name='transaction_next_action_known'),
        ),
        migrations.AddField(
            model_name='fundingreceipt',
            name='platform',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform'),
        ),
        migrations.AddField(
            model_name='fundingreceipt',
            name='transaction',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.transaction'),
        ),
        migrations.AddField(
            model_name='quote',
            name='customer',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='compliance.customer'),
        ),
        migrations.AddField(
            model_name='quote',
            name='destination_external_account',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.externalaccount'),
        ),
        migrations.AddField(
            model_name='quote',
            name='destination_internal_account',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.internalaccount'),
        ),
        migrations.AddField(
            model_name='quote',
            name='fee_schedule',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.feeschedule'),
        ),
        migrations.AddField(
            model_name='quote',
            name='platform',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform'),
        ),
        migrations.AddField(
            model_name='quote',
            name='rate_snapshot',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.ratesnapshot'),
        ),
        migrations.AddField(
            model_name='quote',
            name='source_external_account',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.externalaccount'),
        ),
        migrations.AddField(
            model_name='quote',
            name='source_internal_account',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.internalaccount'),
        ),
        migrations.AddField(
            model_name='quote',
            name='transaction',
            field=models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.transaction'),
        ),
        migrations.AddField(
            model_name='suspenseitem',
            name='platform',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform'),
        ),
        migrations.AddField(
            model_name='suspenseitem',
            name='transaction',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.transaction'),
        ),
        migrations.AddConstraint(
            model_name='fundingreceipt',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='funding_receipt_amount_positive'),
        ),
        migrations.AddConstraint(
            model_name='fundingreceipt',
            constraint=models.CheckConstraint(condition=models.Q(('use__in', ['APPLIED', 'RETURNING', 'SUSPENSE'])), name='funding_receipt_use_known'),
        ),
        migrations.AddConstraint(
            model_name='quote',
            constraint=models.CheckConstraint(condition=models.Q(('lock_side__in', ['SENDING', 'RECEIVING'])), name='quote_lock_side_known'),
        ),
        migrations.AddConstraint(
            model_name='quote',
            constraint=models.CheckConstraint(condition=models.Q(('fees_included__gte', 0), ('rounding__gte', 0), ('total_receiving__gt', 0), ('total_sending__gt', 0)), name='quote_amounts_positive'),
        ),
        migrations.AddConstraint(
            model_name='quote',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('source_external_account', None), ('source_internal_account', None), ('source_type', 'REALTIME_FUNDING')), models.Q(('source_external_account', None), ('source_internal_account__isnull', False), ('source_type', 'ACCOUNT')), models.Q(('source_external_account__isnull', False), ('source_internal_account', None), ('source_type', 'ACCOUNT')), _connector='OR'), name='quote_has_one_source'),
        ),
        migrations.AddConstraint(
            model_name='quote',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('destination_external_account__isnull', False), ('destination_internal_account', None)), models.Q(('destination_external_account', None), ('destination_internal_account__isnull', False)), _connector='OR'), name='quote_has_one_destination'),
        ),
        migrations.AddIndex(
            model_name='suspenseitem',
            index=models.Index(condition=models.Q(('resolved_at', None)), fields=['opened_at'], name='suspense_open'),
        ),
        migrations.AddConstraint(
            model_name='suspenseitem',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='suspense_amount_positive'),
        ),
        migrations.RunSQL(SQL, UNDO),
    ]
