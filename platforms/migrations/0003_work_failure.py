"""Where workers note what they could not do."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the table."""

    dependencies = [
        ('platforms', '0002_open_command'),
    ]

    operations = [
        migrations.CreateModel(
            name='WorkFailure',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('work', models.CharField(max_length=64)),
                ('subject', models.CharField(max_length=64)),
                ('error', models.CharField(max_length=64)),
                ('failures', models.PositiveIntegerField()),
                ('since', models.DateTimeField()),
                ('last_at', models.DateTimeField()),
                ('platform', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('work', 'subject'), name='work_failure_unique')],
            },
        ),
    ]
