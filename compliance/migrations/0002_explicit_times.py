"""Every row says when it was made: no clock but the one of its platform is asked in passing."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('compliance', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='beneficialowner',
            name='created_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='beneficialowner',
            name='updated_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='bulkimport',
            name='created_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='bulkimport',
            name='updated_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='customer',
            name='created_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='customer',
            name='updated_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='verification',
            name='created_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='verification',
            name='updated_at',
            field=models.DateTimeField(),
        ),
    ]
