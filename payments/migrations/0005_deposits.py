"""Deposits: money that arrived, and money in suspense that is of no payment."""

from pathlib import Path

import django.db.models.deletion
import platforms.kit.identifiers
from django.db import migrations, models


_SQL = (Path(__file__).parent / "sql" / "0005_deposits.sql").read_text()


class Migration(migrations.Migration):
    """Add the table, let an item in suspense be of a deposit, and keep deposits as they were written."""

    dependencies = [
        ('payments', '0004_closed_periods'),
        ('platforms', '0003_work_failure'),
    ]

    operations = [
        migrations.AddField(
            model_name='suspenseitem',
            name='credited',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.internalaccount'),
        ),
        migrations.AlterField(
            model_name='suspenseitem',
            name='transaction',
            field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.transaction'),
        ),
        migrations.CreateModel(
            name='Deposit',
            fields=[
                ('id', models.UUIDField(default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('provider_reference', models.CharField(max_length=140)),
                ('amount', models.BigIntegerField()),
                ('currency', models.CharField(max_length=8)),
                ('named', models.CharField(blank=True, max_length=140)),
                ('use', models.CharField(choices=[('CREDITED', 'Credited'), ('FOR_QUOTE', 'For Quote'), ('SUSPENSE', 'Suspense')], max_length=16)),
                ('reason', models.CharField(blank=True, max_length=64)),
                ('at', models.DateTimeField()),
                ('entry', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.journalentry')),
                ('internal_account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.internalaccount')),
                ('platform', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
                ('receipt', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.fundingreceipt')),
            ],
        ),
        migrations.AddField(
            model_name='suspenseitem',
            name='deposit',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.deposit'),
        ),
        migrations.AddConstraint(
            model_name='suspenseitem',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('credited', None), ('deposit', None), ('transaction__isnull', False)), models.Q(('deposit__isnull', False), ('transaction', None)), _connector='OR'), name='suspense_of_payment_or_deposit'),
        ),
        migrations.AddConstraint(
            model_name='deposit',
            constraint=models.UniqueConstraint(fields=('provider_reference', 'platform'), name='deposit_once'),
        ),
        migrations.AddConstraint(
            model_name='deposit',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='deposit_amount_positive'),
        ),
        migrations.AddConstraint(
            model_name='deposit',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('entry__isnull', False), ('reason', ''), ('receipt', None), ('use', 'CREDITED'), ('internal_account__isnull', False)), models.Q(('entry', None), ('reason', ''), ('receipt__isnull', False), ('use', 'FOR_QUOTE'), models.Q(('internal_account__isnull', False), _negated=True)), models.Q(('entry__isnull', False), ('receipt', None), ('use', 'SUSPENSE'), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='deposit_use_is_whole'),
        ),
        migrations.RunSQL(_SQL, migrations.RunSQL.noop),
    ]
