"""How far the nightly checks are."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the tables."""

    dependencies = [
        ('platforms', '0020_provider_identities'),
    ]

    operations = [
        migrations.CreateModel(
            name='NightlyCheck',
            fields=[
                ('name', models.CharField(max_length=16, primary_key=True, serialize=False)),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('former_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='CheckPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=32)),
                ('stage', models.PositiveSmallIntegerField(choices=[(1, 'New'), (2, 'Old'), (3, 'Found'), (4, 'Done')], default=1)),
                ('pages', models.BigIntegerField(default=0)),
                ('position', models.JSONField(null=True)),
                ('new_after', models.JSONField(null=True)),
                ('new_next', models.JSONField(null=True)),
                ('round_position', models.JSONField(null=True)),
                ('round_began_at', models.DateTimeField(null=True)),
                ('round_rows', models.BigIntegerField(default=0)),
                ('round_size', models.BigIntegerField(default=0)),
                ('whole_since', models.DateTimeField(null=True)),
                ('good_until', models.DateTimeField(null=True)),
                ('rows', models.BigIntegerField(default=0)),
                ('faults', models.JSONField(default=list)),
                ('parent', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='parts', to='platforms.nightlycheck')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('parent', 'name'), name='check_part_once')],
            },
        ),
    ]
