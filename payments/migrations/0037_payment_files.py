"""Files of payments that staff upload, and their rows."""

import django.db.models.deletion
import platforms.base.identifiers
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('payments', '0037_entries_of_two_accounts'),
        ('platforms', '0007_superusers'),
    ]

    operations = [
        migrations.CreateModel(
            name='PaymentFile',
            fields=[
                ('id', models.UUIDField(default=platforms.base.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=255)),
                ('status', models.CharField(choices=[('CHECKED', 'Checked'), ('RELEASED', 'Released'), ('COMPLETED', 'Completed')], default='CHECKED', max_length=16)),
                ('totals', models.JSONField()),
                ('rows', models.IntegerField()),
                ('made', models.IntegerField(default=0)),
                ('refused', models.IntegerField()),
                ('uploaded_by', models.CharField(max_length=64)),
                ('reason', models.CharField(max_length=1000)),
                ('released_by', models.CharField(blank=True, max_length=64)),
                ('next_run_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField()),
                ('released_at', models.DateTimeField(blank=True, null=True)),
                ('completed_at', models.DateTimeField(blank=True, null=True)),
                ('platform', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
            ],
        ),
        migrations.CreateModel(
            name='PaymentFileRow',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('number', models.IntegerField()),
                ('internal_id', models.UUIDField(null=True)),
                ('external_id', models.UUIDField(null=True)),
                ('amount', models.BigIntegerField(null=True)),
                ('currency', models.CharField(blank=True, max_length=8)),
                ('state', models.CharField(choices=[('WAITING', 'Waiting'), ('MADE', 'Made'), ('REFUSED', 'Refused')], max_length=16)),
                ('code', models.CharField(blank=True, max_length=64)),
                ('problem', models.CharField(blank=True, max_length=500)),
                ('payment_id', models.UUIDField(null=True)),
                ('file', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='payments.paymentfile')),
            ],
        ),
        migrations.AddIndex(
            model_name='paymentfile',
            index=models.Index(models.F('platform'), models.OrderBy(models.F('created_at'), descending=True), name='payment_file_newest_first'),
        ),
        migrations.AddIndex(
            model_name='paymentfile',
            index=models.Index(condition=models.Q(('next_run_at__isnull', False)), fields=['next_run_at'], name='payment_file_due'),
        ),
        migrations.AddConstraint(
            model_name='paymentfile',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['CHECKED', 'RELEASED', 'COMPLETED'])), name='payment_file_status_known'),
        ),
        migrations.AddConstraint(
            model_name='paymentfile',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('next_run_at__isnull', False), ('status', 'RELEASED')), models.Q(models.Q(('status', 'RELEASED'), _negated=True), ('next_run_at', None)), _connector='OR'), name='payment_file_due_while_released'),
        ),
        migrations.AddIndex(
            model_name='paymentfilerow',
            index=models.Index(condition=models.Q(('state', 'WAITING')), fields=['file', 'number'], name='payment_file_row_waiting'),
        ),
        migrations.AddConstraint(
            model_name='paymentfilerow',
            constraint=models.UniqueConstraint(fields=('file', 'number'), name='payment_file_row_once'),
        ),
        migrations.AddConstraint(
            model_name='paymentfilerow',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('code', ''), ('payment_id', None), ('state', 'WAITING')), models.Q(('code', ''), ('payment_id__isnull', False), ('state', 'MADE')), models.Q(('payment_id', None), ('state', 'REFUSED'), models.Q(('code', ''), _negated=True)), _connector='OR'), name='payment_file_row_state_fits'),
        ),
    ]
