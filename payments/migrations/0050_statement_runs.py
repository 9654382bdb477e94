"""Statements of many accounts in one archive, made by workers."""


import django.db.models.deletion
import platforms.base.identifiers
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the table."""

    dependencies = [
        ("payments", "0049_in_order_of_change"),
        ('platforms', '0012_saved_views'),
    ]

    operations = [
        migrations.CreateModel(
            name='StatementRun',
            fields=[
                ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('form', models.CharField(max_length=8)),
                ('since', models.DateTimeField()),
                ('until', models.DateTimeField()),
                ('accounts', models.JSONField()),
                ('done', models.IntegerField(default=0)),
                ('files', models.JSONField(default=list)),
                ('problems', models.JSONField(default=list)),
                ('created_by', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField()),
                ('completed_at', models.DateTimeField(blank=True, null=True)),
                ('next_run_at', models.DateTimeField(blank=True, null=True)),
                ('platform', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
            ],
            options={
                'indexes': [models.Index(models.F('platform'), models.OrderBy(models.F('created_at'), descending=True), name='statement_run_newest_first'), models.Index(condition=models.Q(('next_run_at__isnull', False)), fields=['next_run_at'], name='statement_run_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(('form__in', ('csv', 'camt', 'pdf'))), name='statement_run_form_known'), models.CheckConstraint(condition=models.Q(models.Q(('completed_at', None), ('next_run_at__isnull', False)), models.Q(('completed_at__isnull', False), ('next_run_at', None)), _connector='OR'), name='statement_run_due_until_complete')],
            },
        ),
    ]
