"""Rates and fee schedules."""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

import platforms.kit.identifiers

SQL = (Path(__file__).parent / "sql" / "0003_rates.sql").read_text()
UNDO = """
DROP TRIGGER payments_feeschedule_is_kept ON payments_feeschedule;
DROP TRIGGER payments_feeschedule_may_only_end ON payments_feeschedule;
DROP FUNCTION payments_feeschedule_may_only_end();
DROP TRIGGER payments_staffrate_append_only ON payments_staffrate;
DROP TRIGGER payments_ratesnapshot_append_only ON payments_ratesnapshot;
"""


class Migration(migrations.Migration):
    """Add their tables."""

    dependencies = [("payments", "0002_ledger"), ("platforms", "0002_functions")]

    operations = [
        migrations.CreateModel(
            name='RateSnapshot',
            fields=[
                ('id', models.UUIDField(default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('source', models.CharField(max_length=32)),
                ('taken_at', models.DateTimeField()),
                ('as_of', models.DateTimeField(null=True)),
                ('pairs', models.JSONField()),
            ],
            options={
                'indexes': [models.Index(fields=['source', 'id'], name='rate_snapshot_of_source')],
            },
        ),
        migrations.CreateModel(
            name='RateFeed',
            fields=[
                ('source', models.CharField(max_length=32, primary_key=True, serialize=False)),
                ('taken_at', models.DateTimeField(null=True)),
                ('due_at', models.DateTimeField()),
                ('tried_at', models.DateTimeField()),
                ('claimed_by', models.UUIDField(null=True)),
                ('claimed_until', models.DateTimeField(null=True)),
                ('failing_since', models.DateTimeField(null=True)),
                ('last_error', models.TextField(db_default='', default='')),
                ('snapshot', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.ratesnapshot')),
            ],
        ),
        migrations.CreateModel(
            name='StaffRate',
            fields=[
                ('id', models.UUIDField(default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('source', models.CharField(max_length=8)),
                ('destination', models.CharField(max_length=8)),
                ('rate', models.DecimalField(decimal_places=30, max_digits=45)),
                ('effective_at', models.DateTimeField()),
                ('entered_by', models.CharField(max_length=64)),
                ('reason', models.TextField()),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['source', 'destination', 'effective_at', 'id'], name='staff_rate_history')],
                'constraints': [models.CheckConstraint(condition=models.Q(('rate__gt', 0)), name='staff_rate_positive'), models.CheckConstraint(condition=models.Q(('source', models.F('destination')), _negated=True), name='staff_rate_between_two_currencies')],
            },
        ),
        migrations.CreateModel(
            name='FeeSchedule',
            fields=[
                ('id', models.UUIDField(default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('source_currency', models.CharField(blank=True, default='', max_length=8)),
                ('destination_currency', models.CharField(blank=True, default='', max_length=8)),
                ('fixed_fee', models.BigIntegerField(default=0)),
                ('variable_rate', models.DecimalField(decimal_places=8, default=0, max_digits=9)),
                ('rate_multiplier', models.DecimalField(decimal_places=8, default=1, max_digits=9)),
                ('effective_from', models.DateTimeField()),
                ('effective_until', models.DateTimeField(null=True)),
                ('created_by', models.CharField(max_length=64)),
                ('reason', models.TextField()),
                ('created_at', models.DateTimeField()),
                ('platform', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
            ],
            options={
                'indexes': [models.Index(fields=['platform', 'source_currency', 'destination_currency', 'effective_from'], name='fee_schedule_of_corridor')],
                'constraints': [models.CheckConstraint(condition=models.Q(('fixed_fee__gte', 0), ('variable_rate__gte', 0), ('variable_rate__lt', 1)), name='fee_schedule_fees_in_range'), models.CheckConstraint(condition=models.Q(('rate_multiplier__gte', '0.5'), ('rate_multiplier__lte', '2')), name='fee_schedule_multiplier_in_range'), models.CheckConstraint(condition=models.Q(('effective_until', None), ('effective_until__gte', models.F('effective_from')), _connector='OR'), name='fee_schedule_ends_after_it_begins'), models.CheckConstraint(condition=models.Q(('fixed_fee', 0), models.Q(('source_currency', ''), _negated=True), _connector='OR'), name='fee_schedule_fixed_fee_in_currency')],
            },
        ),
        migrations.RunSQL(SQL, UNDO),
    ]
