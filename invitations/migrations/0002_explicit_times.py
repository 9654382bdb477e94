"""Every row says when it was made: no clock but the one of its platform is asked in passing."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('invitations', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='invitation',
            name='created_at',
            field=models.DateTimeField(),
        ),
    ]
