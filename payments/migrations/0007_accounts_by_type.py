"""One address on two networks is two external accounts: the account type is part of what makes one."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('compliance', '0002_rejected_customers'),
        ('payments', '0006_deposits_before'),
        ('platforms', '0003_work_failure'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='externalaccount',
            name='external_account_once_of_customer',
        ),
        migrations.RemoveConstraint(
            model_name='externalaccount',
            name='external_account_once_of_platform',
        ),
        migrations.AddConstraint(
            model_name='externalaccount',
            constraint=models.UniqueConstraint(condition=models.Q(('deleted_at', None), models.Q(('customer', None), _negated=True)), fields=('customer', 'currency', 'account_type', 'primary_identifier_digest'), name='external_account_once_of_customer'),
        ),
        migrations.AddConstraint(
            model_name='externalaccount',
            constraint=models.UniqueConstraint(condition=models.Q(('customer', None), ('deleted_at', None)), fields=('platform', 'currency', 'account_type', 'primary_identifier_digest'), name='external_account_once_of_platform'),
        ),
    ]
