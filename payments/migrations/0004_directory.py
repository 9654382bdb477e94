"""Banks and rails, UMA providers, receiver lookups."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

import platforms.kit.clock
import platforms.kit.identifiers


class Migration(migrations.Migration):
    """Add their tables."""

    dependencies = [
        ("compliance", "0002_functions"),
        ("payments", "0003_rates"),
        ("platforms", "0002_functions"),
    ]

    operations = [
        migrations.CreateModel(
            name='Institution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('country', models.CharField(max_length=2)),
                ('currency', models.CharField(max_length=8)),
                ('kind', models.CharField(choices=[('BANK', 'Bank'), ('MOBILE_MONEY', 'Mobile Money')], max_length=16)),
                ('bank_name', models.CharField(max_length=255)),
                ('display_name', models.CharField(max_length=255)),
                ('rails', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=32), size=None)),
                ('source', models.CharField(max_length=255)),
                ('bank_name_key', models.CharField(max_length=255)),
                ('display_name_key', models.CharField(max_length=255)),
                ('is_active', models.BooleanField(default=True)),
                ('created_at', models.DateTimeField(default=platforms.kit.clock.now)),
                ('updated_at', models.DateTimeField(default=platforms.kit.clock.now)),
            ],
            options={
                'indexes': [models.Index(fields=['currency', 'country', 'bank_name'], name='institution_by_currency')],
                'constraints': [models.UniqueConstraint(fields=('country', 'currency', 'bank_name'), name='institution_unique'), models.CheckConstraint(condition=models.Q(('kind__in', ['BANK', 'MOBILE_MONEY'])), name='institution_kind_known')],
            },
        ),
        migrations.CreateModel(
            name='UmaProvider',
            fields=[
                ('id', models.UUIDField(default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('environment', models.CharField(choices=[('SANDBOX', 'Sandbox'), ('PRODUCTION', 'Production')], max_length=16)),
                ('name', models.CharField(max_length=255)),
                ('domain', models.CharField(max_length=253)),
                ('lei', models.CharField(blank=True, max_length=20, null=True)),
                ('logo_url', models.URLField(blank=True, max_length=2048, null=True)),
                ('regions', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=2), default=list, size=None)),
                ('currencies', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=8), default=list, size=None)),
                ('is_blocked', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(default=platforms.kit.clock.now)),
                ('updated_at', models.DateTimeField(default=platforms.kit.clock.now)),
            ],
            options={
                'verbose_name': 'UMA provider',
                'indexes': [models.Index(fields=['environment', 'created_at', 'id'], name='uma_provider_list')],
                'constraints': [models.UniqueConstraint(fields=('environment', 'domain'), name='uma_provider_unique'), models.CheckConstraint(condition=models.Q(('domain', django.db.models.functions.text.Lower('domain'))), name='uma_provider_domain_lower_case'), models.CheckConstraint(condition=models.Q(('environment__in', ['SANDBOX', 'PRODUCTION'])), name='uma_provider_environment_known')],
            },
        ),
        migrations.CreateModel(
            name='Lookup',
            fields=[
                ('id', models.UUIDField(default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('ACCOUNT', 'Account'), ('UMA', 'Uma')], max_length=16)),
                ('receiver_address', models.CharField(blank=True, db_default='', default='', max_length=320)),
                ('payload', models.JSONField(db_default={}, default=dict)),
                ('created_at', models.DateTimeField(default=platforms.kit.clock.now)),
                ('expires_at', models.DateTimeField()),
                ('customer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='compliance.customer')),
                ('external_account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.externalaccount')),
                ('platform', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['ACCOUNT', 'UMA'])), name='lookup_kind_known'), models.CheckConstraint(condition=models.Q(models.Q(('external_account__isnull', False), ('kind', 'ACCOUNT')), models.Q(('external_account', None), ('kind', 'UMA'), models.Q(('receiver_address', ''), _negated=True)), _connector='OR'), name='lookup_names_its_receiver')],
            },
        ),
    ]
