"""UMA providers: other institutions whose customers have UMA addresses."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Lower

from platforms.base.money_json import currency_json
from platforms.base.public_ids import WithPublicId
from platforms.models import Environment


class UmaProvider(WithPublicId):
    """A counterparty's domain and facts about it. Maintained by staff, one directory per environment."""

    environment = models.CharField(max_length=16, choices=Environment.choices)
    """The environment whose platforms see it."""
    name = models.CharField(max_length=255)
    domain = models.CharField(max_length=253)
    """The part after the `@` of its addresses, in lower case."""
    lei = models.CharField(max_length=20, null=True, blank=True)  # noqa: DJ001 - absent is not empty
    """Legal Entity Identifier (ISO 17442)."""
    logo_url = models.URLField(max_length=2048, null=True, blank=True)  # noqa: DJ001 - absent is not empty
    regions = ArrayField(models.CharField(max_length=2), default=list)
    """Countries that it serves (ISO 3166-1 alpha-2)."""
    currencies = ArrayField(models.CharField(max_length=8), default=list)
    is_blocked = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        verbose_name = "UMA provider"
        constraints = (
            models.UniqueConstraint(fields=["environment", "domain"], name="uma_provider_unique"),
            models.CheckConstraint(condition=models.Q(domain=Lower("domain")), name="uma_provider_domain_lower_case"),
            models.CheckConstraint(
                condition=models.Q(environment__in=Environment.values), name="uma_provider_environment_known"
            ),
        )
        indexes = (models.Index(fields=["environment", "created_at", "id"], name="uma_provider_list"),)

    def __str__(self) -> str:
        return f"{self.name} ({self.domain})"

    @property
    def is_allowed(self) -> bool:
        """Tell whether payments to and from it are allowed."""
        return not self.is_blocked

    @property
    def currency_list(self) -> list[dict[str, object]]:
        """Its currencies as the API shows them."""
        return [currency_json(code) for code in self.currencies]
