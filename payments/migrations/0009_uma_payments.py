"""Payments by UMA that come in."""

import django.db.models.deletion
import platforms.kit.sealed
from django.db import migrations, models

_ACTIONS = [
    ("TRANSFER", "Transfer"),
    ("EXPIRE", "Expire"),
    ("COLLECT", "Collect"),
    ("PAY_OUT", "Pay Out"),
    ("PAY_IN", "Pay In"),
    ("GIVE_BACK", "Give Back"),
    ("END_APPROVAL", "End Approval"),
    ("RECEIVE", "Receive"),
    ("DEPOSIT", "Deposit"),
    ("CONFIRM", "Confirm"),
    ("PAY_INVOICE", "Pay Invoice"),
    ("CALL_BACK", "Call Back"),
]


class Migration(migrations.Migration):
    """Add their sessions, and the steps that a worker takes with them."""

    dependencies = [("payments", "0008_settlement")]

    operations = [
        migrations.RemoveConstraint(model_name="transaction", name="transaction_next_action_known"),
        migrations.AlterField(
            model_name="transaction",
            name="next_action",
            field=models.CharField(choices=_ACTIONS, db_default="TRANSFER", default="TRANSFER", max_length=16),
        ),
        migrations.AddConstraint(
            model_name="transaction",
            constraint=models.CheckConstraint(
                condition=models.Q(next_action__in=[value for value, _ in _ACTIONS]),
                name="transaction_next_action_known",
            ),
        ),
        migrations.CreateModel(
            name="IncomingUmaPayment",
            fields=[
                ("transaction", models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name="+", serialize=False, to="payments.transaction")),
                ("platform", models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="platforms.platform")),
                ("counterparty_domain", models.CharField(max_length=253)),
                ("receiver_address", models.CharField(max_length=320)),
                ("approval", models.CharField(choices=[("ASKED", "Asked"), ("APPROVED", "Approved"), ("REFUSED", "Refused")], db_default="ASKED", default="ASKED", max_length=16)),
                ("requested_fields", models.JSONField(default=list)),
                ("receiver_information", platforms.kit.sealed.SealedJSONField(null=True)),
                ("refusal", models.CharField(blank=True, db_default="", default="", max_length=255)),
                ("payment_hash", models.CharField(max_length=64, unique=True)),
                ("preimage", platforms.kit.sealed.SealedTextField()),
                ("invoice", models.TextField(blank=True, db_default="", default="")),
                ("amount_msat", models.BigIntegerField()),
                ("fee_msat", models.BigIntegerField()),
                ("multiplier", models.DecimalField(decimal_places=30, max_digits=60)),
                ("rate_snapshot", models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="payments.ratesnapshot")),
                ("fee_schedule", models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="payments.feeschedule")),
                ("expires_at", models.DateTimeField()),
                ("ends_as", models.CharField(blank=True, choices=[("UNPAID", "Unpaid"), ("REFUSED", "Refused"), ("HOLDER_GONE", "Holder Gone")], db_default="", default="", max_length=16)),
                ("held_until", models.DateTimeField(null=True)),
                ("callback_url", models.TextField(blank=True)),
                ("called_back_at", models.DateTimeField(null=True)),
            ],
            options={"verbose_name": "incoming UMA payment"},
        ),
        migrations.AddConstraint(
            model_name="incomingumapayment",
            constraint=models.CheckConstraint(condition=models.Q(("approval__in", ["ASKED", "APPROVED", "REFUSED"])), name="incoming_uma_approval_known"),
        ),
        migrations.AddConstraint(
            model_name="incomingumapayment",
            constraint=models.CheckConstraint(condition=models.Q(("ends_as", ""), ("ends_as__in", ["UNPAID", "REFUSED", "HOLDER_GONE"]), _connector="OR"), name="incoming_uma_ending_known"),
        ),
        migrations.AddConstraint(
            model_name="incomingumapayment",
            constraint=models.CheckConstraint(condition=models.Q(("amount_msat__gte", 1000), ("fee_msat__gte", 0), ("fee_msat__lt", models.F("amount_msat"))), name="incoming_uma_amounts_sound"),
        ),
    ]
