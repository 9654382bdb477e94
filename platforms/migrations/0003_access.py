"""Verbs that need two people, second factors, seals of the audit log."""

from pathlib import Path

import django.contrib.postgres.fields
from django.db import migrations, models

import platforms.kit.identifiers
import platforms.kit.sealed

SQL = (Path(__file__).parent / "sql" / "0003_access.sql").read_text()
UNDO = """
DROP TRIGGER platforms_auditseal_append_only ON platforms_auditseal;
DROP TRIGGER platforms_auditcheckrun_append_only ON platforms_auditcheckrun;
DROP TRIGGER platforms_proposal_is_kept ON platforms_proposal;
DROP TRIGGER platforms_proposal_guarded ON platforms_proposal;
DROP FUNCTION platforms_guard_proposal();
"""


class Migration(migrations.Migration):
    """Create the tables and their guards."""

    dependencies = [("platforms", "0002_functions")]

    operations = [
        migrations.CreateModel(
            name='Proposal',
            fields=[
                ('id', models.UUIDField(default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('verb', models.CharField(max_length=64)),
                ('subject', models.CharField(max_length=64)),
                ('arguments', models.JSONField(default=dict)),
                ('reason', models.CharField(max_length=1000)),
                ('status', models.CharField(choices=[('OPEN', 'Open'), ('APPROVED', 'Approved'), ('DECLINED', 'Declined'), ('WITHDRAWN', 'Withdrawn'), ('EXPIRED', 'Expired')], default='OPEN', max_length=16)),
                ('proposed_by', models.CharField(max_length=64)),
                ('proposed_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('decided_by', models.CharField(blank=True, db_default='', default='', max_length=64)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('decision_reason', models.CharField(blank=True, db_default='', default='', max_length=1000)),
                ('last_refusal', models.CharField(blank=True, db_default='', default='', max_length=1000)),
                ('refused_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('status', 'OPEN')), fields=['expires_at'], name='proposal_open_by_expiry')],
                'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['OPEN', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'])), name='proposal_status_known'), models.CheckConstraint(condition=models.Q(models.Q(('status__in', ('APPROVED', 'DECLINED')), _negated=True), models.Q(('decided_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='proposal_second_person_is_another'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('decided_by', ''), ('status', 'OPEN')), models.Q(models.Q(('status', 'OPEN'), _negated=True), models.Q(('decided_by', ''), _negated=True), ('decided_at__isnull', False)), _connector='OR'), name='proposal_decision_is_whole'), models.UniqueConstraint(condition=models.Q(('status', 'OPEN')), fields=('verb', 'subject'), name='proposal_one_open_of_a_kind')],
            },
        ),
        migrations.CreateModel(
            name='AuditCheckRun',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('started_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField()),
                ('seals', models.BigIntegerField()),
                ('rows', models.BigIntegerField()),
                ('faults', models.JSONField(default=list)),
            ],
        ),
        migrations.CreateModel(
            name='AuditSeal',
            fields=[
                ('number', models.BigIntegerField(primary_key=True, serialize=False)),
                ('after_id', models.BigIntegerField()),
                ('last_id', models.BigIntegerField()),
                ('rows', models.PositiveIntegerField()),
                ('index', models.BinaryField()),
                ('digest', models.BinaryField(max_length=32)),
                ('sealed_at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('after_id',), name='audit_seal_one_behind_another'), models.CheckConstraint(condition=models.Q(('last_id__gt', models.F('after_id')), ('number__gte', 1), ('rows__gte', 1)), name='audit_seal_of_something')],
            },
        ),
        migrations.CreateModel(
            name='SecondFactor',
            fields=[
                ('id', models.UUIDField(default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('username', models.CharField(max_length=150, unique=True)),
                ('secret', platforms.kit.sealed.SealedTextField()),
                ('created_at', models.DateTimeField()),
                ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                ('last_step', models.BigIntegerField(default=0)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('blocked_until', models.DateTimeField(blank=True, null=True)),
                ('recovery_hashes', django.contrib.postgres.fields.ArrayField(base_field=models.BinaryField(), default=list, size=None)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('confirmed_at__isnull', False), ('recovery_hashes', []), _connector='OR'), name='second_factor_recovers_when_confirmed')],
            },
        ),
        migrations.RunSQL(SQL, UNDO),
    ]
