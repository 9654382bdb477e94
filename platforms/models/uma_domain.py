"""Domains named by platforms for their UMA addresses, and whether they own them."""

from django.db import models

from platforms.base.public_ids import WithPublicId
from platforms.models.platform import Environment, OwnedManager, Platform

WELL_KNOWN_PATH = "/.well-known/payments-platform-verification"
"""Path of a domain's proof over https."""
DNS_LABEL = "_payments-platform"
"""Label of a domain's proof in DNS, as a TXT record below the domain."""


class DomainState(models.TextChoices):
    """Whether a platform owns a domain that it has named."""

    UNVERIFIED = "UNVERIFIED"
    """Not proved yet, or no longer: the domain is not used."""
    VERIFIED = "VERIFIED"
    FAILING = "FAILING"
    """Proved before, but the latest check found no proof. The domain is used until the grace period is over."""


COUNTS = ~models.Q(state=DomainState.UNVERIFIED)
"""The rows in use; also the condition of the unique index, so that look-ups can use it."""


class UmaDomain(WithPublicId):
    """A domain named by a platform as its `umaDomain`, now or before. Never deleted. Times are real."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="uma_domains")
    environment = models.CharField(max_length=16, choices=Environment.choices)
    """The platform's."""
    domain = models.CharField(max_length=253)
    """In lower case."""
    subdomain = models.CharField(max_length=63, unique=True)
    """The name below the service's host to which the domain's web server leads. Never reused for another platform: a
    web server that still leads there would prove that the domain is that platform's."""
    proof = models.CharField(max_length=64)
    """The text that has to be found at the domain."""
    state = models.CharField(max_length=16, choices=DomainState.choices, default=DomainState.UNVERIFIED)
    verified_at = models.DateTimeField(null=True, blank=True)
    """When the proof was last found."""
    failing_since = models.DateTimeField(null=True, blank=True)
    """When the proof was first missing after it had been found."""
    checked_at = models.DateTimeField(null=True, blank=True)
    next_check_at = models.DateTimeField(null=True, blank=True)
    """None: no longer checked, or never."""
    failures = models.PositiveIntegerField(default=0)
    """Checks in a row that found no proof."""
    problem = models.CharField(max_length=200, blank=True, default="")
    """The problem of the latest check, in words shown to the platform."""
    created_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        verbose_name = "UMA domain"
        constraints = (
            models.UniqueConstraint(fields=["platform", "domain"], name="uma_domain_named_once"),
            models.UniqueConstraint(fields=["domain", "environment"], condition=COUNTS, name="uma_domain_one_owner"),
            models.CheckConstraint(
                condition=models.Q(environment__in=Environment.values), name="uma_domain_environment_known"
            ),
            models.CheckConstraint(condition=models.Q(state__in=DomainState.values), name="uma_domain_state_known"),
        )
        indexes = (
            models.Index(
                fields=["next_check_at"], name="uma_domain_due", condition=models.Q(next_check_at__isnull=False)
            ),
            models.Index(fields=["domain"], name="uma_domain_by_name"),
        )

    def __str__(self) -> str:
        return f"{self.domain} ({self.state})"

    @property
    def counts(self) -> bool:
        """Whether the platform has proved that it owns the domain."""
        return self.state != DomainState.UNVERIFIED

    @property
    def well_known_url(self) -> str:
        """Address of the proof over https."""
        return f"https://{self.domain}{WELL_KNOWN_PATH}"

    @property
    def dns_name(self) -> str:
        """Name of the proof in DNS, as a TXT record."""
        return f"{DNS_LABEL}.{self.domain}"

    @property
    def shown_problem(self) -> str | None:
        """The problem of the latest check; None for none."""
        return self.problem or None
