"""The table of the invitations app."""

import django.db.models.deletion
from django.db import migrations, models

import platforms.kit.identifiers


class Migration(migrations.Migration):
    """Create the table."""

    initial = True

    dependencies = [
        ("compliance", "0001_initial"),
        ("platforms", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("code", models.CharField(max_length=12)),
                (
                    "platform",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="platforms.platform",
                    ),
                ),
                (
                    "inviter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="compliance.customer"
                    ),
                ),
                (
                    "invitee",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="compliance.customer",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=100, null=True)),
                ("amount", models.BigIntegerField(blank=True, null=True)),
                ("currency", models.CharField(blank=True, max_length=8, null=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("PENDING", "Pending"),
                            ("CLAIMED", "Claimed"),
                            ("EXPIRED", "Expired"),
                            ("CANCELLED", "Cancelled"),
                        ],
                        default="PENDING",
                        max_length=16,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "PENDING")),
                        fields=["platform", "expires_at"],
                        name="invitation_to_expire",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("code",), name="invitation_code_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("code__regex", "^[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{12}$")),
                        name="invitation_code_form",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["PENDING", "CLAIMED", "EXPIRED", "CANCELLED"])),
                        name="invitation_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("status", "PENDING")),
                            models.Q(models.Q(("status", "PENDING"), _negated=True), ("ended_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="invitation_ended_unless_pending",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("invitee__isnull", False), ("status", "CLAIMED")),
                            models.Q(models.Q(("status", "CLAIMED"), _negated=True), ("invitee", None)),
                            _connector="OR",
                        ),
                        name="invitation_claimed_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("invitee", None),
                            models.Q(("invitee", models.F("inviter")), _negated=True),
                            _connector="OR",
                        ),
                        name="invitation_not_claimed_by_inviter",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("amount", None), ("currency", None)),
                            models.Q(("amount__gt", 0), ("amount__isnull", False), ("currency__isnull", False)),
                            _connector="OR",
                        ),
                        name="invitation_amount_has_currency",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("expires_at", None), ("expires_at__gt", models.F("created_at")), _connector="OR"
                        ),
                        name="invitation_expires_after_creation",
                    ),
                ],
            },
        ),
    ]
