"""Every row says when it was made: no clock but the one of its platform is asked in passing."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('payments', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='externalaccount',
            name='created_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='externalaccount',
            name='updated_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='institution',
            name='created_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='institution',
            name='updated_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='internalaccount',
            name='created_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='internalaccount',
            name='updated_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='ledgeraccount',
            name='created_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='lookup',
            name='created_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='umaprovider',
            name='created_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='umaprovider',
            name='updated_at',
            field=models.DateTimeField(),
        ),
    ]
