"""Domains that platforms have named, and whether they own them.

Domains that stand go on counting, as if a check had failed now: their platforms have the grace period to show that they
own them. Names of the sandbox are its own.
"""

import secrets

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import platforms.kit.identifiers
from platforms.kit import clock

_COUNTS = models.Q(("state", "UNVERIFIED"), _negated=True)


def note_domains(apps, schema_editor):
    """Make a row for each platform's domain."""
    domain_of, platform_of = apps.get_model("platforms", "UmaDomain"), apps.get_model("platforms", "Platform")
    suffix, now = settings.SANDBOX_UMA_DOMAIN.lower(), clock.real_now()
    for platform in platform_of.objects.order_by("id").iterator():
        domain = platform.uma_domain.lower()
        is_ours = platform.environment == "SANDBOX" and (domain == suffix or domain.endswith(f".{suffix}"))
        domain_of.objects.create(
            platform=platform,
            environment=platform.environment,
            domain=domain,
            subdomain=platform.proxy_uma_subdomain,
            proof=secrets.token_urlsafe(24),
            state="VERIFIED" if is_ours else "FAILING",
            verified_at=now if is_ours else None,
            failing_since=None if is_ours else now,
            next_check_at=None if is_ours else now,
            created_at=now,
        )


class Migration(migrations.Migration):
    """Add the table; a claim alone is unique no more."""

    dependencies = [("platforms", "0003_work_failure")]

    operations = [
        migrations.CreateModel(
            name="UmaDomain",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "environment",
                    models.CharField(
                        choices=[("SANDBOX", "Sandbox"), ("PRODUCTION", "Production")], max_length=16
                    ),
                ),
                ("domain", models.CharField(max_length=253)),
                ("subdomain", models.CharField(max_length=63, unique=True)),
                ("proof", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[("UNVERIFIED", "Unverified"), ("VERIFIED", "Verified"), ("FAILING", "Failing")],
                        default="UNVERIFIED",
                        max_length=16,
                    ),
                ),
                ("verified_at", models.DateTimeField(blank=True, null=True)),
                ("failing_since", models.DateTimeField(blank=True, null=True)),
                ("checked_at", models.DateTimeField(blank=True, null=True)),
                ("next_check_at", models.DateTimeField(blank=True, null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("problem", models.CharField(blank=True, default="", max_length=200)),
                ("created_at", models.DateTimeField()),
                (
                    "platform",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="uma_domains",
                        to="platforms.platform",
                    ),
                ),
            ],
            options={
                "verbose_name": "UMA domain",
                "indexes": [
                    models.Index(
                        condition=models.Q(("next_check_at__isnull", False)),
                        fields=["next_check_at"],
                        name="uma_domain_due",
                    ),
                    models.Index(fields=["domain"], name="uma_domain_by_name"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("platform", "domain"), name="uma_domain_named_once"),
                    models.UniqueConstraint(
                        condition=_COUNTS, fields=("domain", "environment"), name="uma_domain_one_owner"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("environment__in", ["SANDBOX", "PRODUCTION"])),
                        name="uma_domain_environment_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["UNVERIFIED", "VERIFIED", "FAILING"])),
                        name="uma_domain_state_known",
                    ),
                ],
            },
        ),
        migrations.RemoveConstraint("platform", "platform_uma_domain_unique"),
        migrations.RunPython(note_domains, migrations.RunPython.noop),
    ]
