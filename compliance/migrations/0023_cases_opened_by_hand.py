"""Cases that staff open about approved customers, and decide."""

from pathlib import Path

import django.db.models.deletion
import platforms.base.identifiers
import platforms.encryption.encrypted_fields
from django.db import migrations, models

_SQL = Path(__file__).parent / "sql" / "0023_hand_opened_cases.sql"


class Migration(migrations.Migration):
    """Add the table."""

    dependencies = [
        ('compliance', '0020_found_by_spellings'),
        ('platforms', '0009_notes'),
    ]

    operations = [
        migrations.CreateModel(
            name='HandOpenedCase',
            fields=[
                ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('reason', platforms.encryption.encrypted_fields.EncryptedTextField()),
                ('salt', models.CharField(blank=True, max_length=32)),
                ('opened_at', models.DateTimeField()),
                ('opened_by', models.CharField(max_length=64)),
                ('outcome', models.CharField(blank=True, choices=[('IN_ORDER', 'In order: the customer stays as it is'), ('REJECTED', 'Reject the customer')], max_length=16)),
                ('conclusion', platforms.encryption.encrypted_fields.EncryptedTextField(blank=True, default='')),
                ('conclusion_salt', models.CharField(blank=True, max_length=32)),
                ('decided_at', models.DateTimeField(null=True)),
                ('decided_by', models.CharField(blank=True, max_length=64)),
                ('customer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hand_opened_cases', to='compliance.customer')),
                ('platform', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
            ],
            options={
                'verbose_name': 'case opened by hand',
                'verbose_name_plural': 'cases opened by hand',
                'indexes': [models.Index(condition=models.Q(('decided_at', None)), fields=['opened_at'], name='hand_case_waiting'), models.Index(fields=['platform', 'id'], name='hand_case_of_platform')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('decided_at', None)), fields=('customer',), name='hand_case_one_open'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decided_by', ''), ('outcome', '')), models.Q(('decided_at__isnull', False), ('outcome__in', ['IN_ORDER', 'REJECTED']), models.Q(('decided_by', ''), _negated=True)), _connector='OR'), name='hand_case_decision_is_whole')],
            },
        ),
        migrations.RunSQL(_SQL.read_text(), migrations.RunSQL.noop),
    ]
