"""Settlement over Lightning: the sandbox's network, payments by UMA that go out, and quotes that are paid to an address."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add their tables and columns."""

    dependencies = [("payments", "0007_uma")]

    operations = [
        migrations.CreateModel(
            name='OutgoingUmaPayment',
            fields=[
                ('transaction', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='+', serialize=False, to='payments.transaction')),
                ('counterparty_domain', models.CharField(max_length=253)),
                ('invoice', models.TextField()),
                ('payment_hash', models.CharField(max_length=64, unique=True)),
                ('amount_msat', models.BigIntegerField()),
                ('most_fee_msat', models.BigIntegerField()),
                ('callback_url', models.TextField(blank=True)),
                ('preimage', models.CharField(blank=True, db_default='', default='', max_length=64)),
                ('fee_msat', models.BigIntegerField(null=True)),
                ('called_back_at', models.DateTimeField(null=True)),
                ('receiver_status', models.CharField(blank=True, db_default='', default='', max_length=16)),
                ('receiver_error', models.CharField(blank=True, db_default='', default='', max_length=512)),
            ],
            options={
                'verbose_name': 'outgoing UMA payment',
            },
        ),
        migrations.CreateModel(
            name='SandboxInvoice',
            fields=[
                ('payment_hash', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('payment_request', models.TextField()),
                ('amount_msat', models.BigIntegerField()),
                ('state', models.CharField(choices=[('OPEN', 'Open'), ('ACCEPTED', 'Accepted'), ('SETTLED', 'Settled'), ('CANCELLED', 'Cancelled')], db_default='OPEN', default='OPEN', max_length=16)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('paid_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('preimage', models.CharField(blank=True, db_default='', default='', max_length=64)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='quote',
            name='quote_has_one_destination',
        ),
        migrations.AddField(
            model_name='quote',
            name='bridge_amount',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='quote',
            name='bridge_currency',
            field=models.CharField(blank=True, db_default='', default='', max_length=8),
        ),
        migrations.AddField(
            model_name='quote',
            name='destination_address',
            field=models.CharField(blank=True, db_default='', default='', max_length=320),
        ),
        migrations.AddConstraint(
            model_name='quote',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('destination_address', ''), ('destination_external_account__isnull', False), ('destination_internal_account', None)), models.Q(('destination_address', ''), ('destination_external_account', None), ('destination_internal_account__isnull', False)), models.Q(('destination_external_account', None), ('destination_internal_account', None), models.Q(('destination_address', ''), _negated=True)), _connector='OR'), name='quote_has_one_destination'),
        ),
        migrations.AddConstraint(
            model_name='quote',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('bridge_amount', None), ('bridge_currency', ''), ('destination_address', '')), models.Q(models.Q(('destination_address', ''), _negated=True), models.Q(('bridge_currency', ''), _negated=True), ('bridge_amount__gt', 0)), _connector='OR'), name='quote_to_an_address_has_a_bridge'),
        ),
        migrations.AddField(
            model_name='outgoingumapayment',
            name='platform',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform'),
        ),
        migrations.AddConstraint(
            model_name='sandboxinvoice',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['OPEN', 'ACCEPTED', 'SETTLED', 'CANCELLED'])), name='sandbox_invoice_state_known'),
        ),
        migrations.AddConstraint(
            model_name='sandboxinvoice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('paid_at', None), ('preimage', ''), ('state', 'OPEN')), models.Q(('ended_at', None), ('paid_at__isnull', False), ('preimage', ''), ('state', 'ACCEPTED')), models.Q(('ended_at__isnull', False), ('paid_at__isnull', False), ('state', 'SETTLED'), models.Q(('preimage', ''), _negated=True)), models.Q(('ended_at__isnull', False), ('preimage', ''), ('state', 'CANCELLED')), _connector='OR'), name='sandbox_invoice_tells_one_story'),
        ),
        migrations.AddConstraint(
            model_name='sandboxinvoice',
            constraint=models.CheckConstraint(condition=models.Q(('amount_msat__gt', 0)), name='sandbox_invoice_amount_positive'),
        ),
        migrations.AddConstraint(
            model_name='outgoingumapayment',
            constraint=models.CheckConstraint(condition=models.Q(('amount_msat__gt', 0), ('most_fee_msat__gte', 0)), name='outgoing_uma_amounts_sound'),
        ),
        migrations.AddConstraint(
            model_name='outgoingumapayment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('fee_msat', None), ('preimage', '')), models.Q(models.Q(('preimage', ''), _negated=True), ('fee_msat__gte', 0)), _connector='OR'), name='outgoing_uma_proof_has_its_fee'),
        ),
    ]
