"""Every row says when it was made: no clock but the one of its platform is asked in passing."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('platforms', '0002_open_command'),
    ]

    operations = [
        migrations.AlterField(
            model_name='apitoken',
            name='created_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='apitoken',
            name='updated_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='platform',
            name='created_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='platform',
            name='updated_at',
            field=models.DateTimeField(),
        ),
    ]
