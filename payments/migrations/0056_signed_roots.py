"""Tables of proofs, and signed roots that stay as they were signed."""

import django.db.models.deletion
from django.db import migrations, models


_FINAL = """
CREATE TRIGGER payments_signedroot_final
    BEFORE UPDATE OR DELETE ON payments_signedroot FOR EACH ROW WHEN (OLD.digest IS NOT NULL)
    EXECUTE FUNCTION platforms_refuse_change();
"""
_NOT_FINAL = "DROP TRIGGER IF EXISTS payments_signedroot_final ON payments_signedroot;"


class Migration(migrations.Migration):
    """Add the tables."""

    dependencies = [
        ('payments', '0054_payees_of_old_quotes'),
        ('platforms', '0014_spending_limits'),
    ]

    operations = [
        migrations.CreateModel(
            name='BalanceTree',
            fields=[
                ('number', models.BigIntegerField(primary_key=True, serialize=False)),
                ('currency', models.CharField(max_length=8)),
                ('key', models.BinaryField(max_length=32)),
                ('accounts', models.BigIntegerField(default=0)),
                ('platform', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
            ],
        ),
        migrations.CreateModel(
            name='SignedRoot',
            fields=[
                ('number', models.BigIntegerField(primary_key=True, serialize=False)),
                ('day', models.DateField(unique=True)),
                ('after_id', models.BigIntegerField()),
                ('last_id', models.BigIntegerField()),
                ('seal_number', models.BigIntegerField()),
                ('key', models.BinaryField(max_length=32)),
                ('read_until', models.BigIntegerField()),
                ('next_tree', models.BigIntegerField(default=0)),
                ('next_position', models.BigIntegerField(default=0)),
                ('entries', models.BigIntegerField(default=0)),
                ('entry_pages', models.BinaryField(default=b'')),
                ('trees', models.BigIntegerField(default=0)),
                ('tree_blocks', models.BinaryField(default=b'')),
                ('statement', models.TextField(default='')),
                ('digest', models.BinaryField(max_length=32, null=True)),
                ('signatures', models.JSONField(default=list)),
                ('begun_at', models.DateTimeField()),
                ('sealed_at', models.DateTimeField(null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('last_id__gte', models.F('after_id')), ('number__gte', 1)), name='signed_root_goes_on')],
            },
        ),
        migrations.CreateModel(
            name='SealedBalance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.BigIntegerField()),
                ('balance', models.BigIntegerField()),
                ('last_at', models.DateTimeField()),
                ('account', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.ledgeraccount')),
                ('tree', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.balancetree')),
                ('root', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.signedroot')),
            ],
        ),
        migrations.CreateModel(
            name='EntryPage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.BigIntegerField()),
                ('after_id', models.BigIntegerField()),
                ('keys', models.BinaryField()),
                ('blocks', models.BinaryField()),
                ('root', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.signedroot')),
            ],
        ),
        migrations.CreateModel(
            name='BalanceTotal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('accounts', models.BigIntegerField()),
                ('total', models.DecimalField(decimal_places=0, max_digits=38)),
                ('pages', models.BinaryField()),
                ('digest', models.BinaryField(max_length=32)),
                ('tree', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.balancetree')),
                ('root', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.signedroot')),
            ],
        ),
        migrations.CreateModel(
            name='BalancePage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.BigIntegerField()),
                ('blocks', models.BinaryField()),
                ('tree', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.balancetree')),
                ('root', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.signedroot')),
            ],
        ),
        migrations.AddConstraint(
            model_name='balancetree',
            constraint=models.UniqueConstraint(fields=('platform', 'currency'), name='balance_tree_once'),
        ),
        migrations.AddIndex(
            model_name='sealedbalance',
            index=models.Index(fields=['root', 'tree', 'position'], name='sealed_balance_of_root'),
        ),
        migrations.AddConstraint(
            model_name='sealedbalance',
            constraint=models.UniqueConstraint(fields=('tree', 'position', 'root'), name='sealed_balance_once'),
        ),
        migrations.AddConstraint(
            model_name='sealedbalance',
            constraint=models.UniqueConstraint(fields=('account', 'root'), name='sealed_balance_of_account'),
        ),
        migrations.AddConstraint(
            model_name='sealedbalance',
            constraint=models.CheckConstraint(condition=models.Q(('balance__gte', 0)), name='sealed_balance_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='entrypage',
            constraint=models.UniqueConstraint(fields=('root', 'after_id'), name='entry_page_once'),
        ),
        migrations.AddConstraint(
            model_name='balancetotal',
            constraint=models.UniqueConstraint(fields=('tree', 'root'), name='balance_total_once'),
        ),
        migrations.AddConstraint(
            model_name='balancepage',
            constraint=models.UniqueConstraint(fields=('tree', 'index', 'root'), name='balance_page_once'),
        ),
        migrations.RunSQL(_FINAL, _NOT_FINAL),
    ]
