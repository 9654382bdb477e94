"""Who a member of staff is at the company's OpenID Connect provider."""

from django.db import models

from platforms.base.public_ids import WithPublicId


class ProviderIdentity(WithPublicId):
    """The account of a person whom the provider has named once: from then on her e-mail address decides nothing."""

    issuer = models.CharField(max_length=255)
    subject = models.CharField(max_length=255)
    """The provider's name of the person, which it gives to nobody else."""
    username = models.CharField(max_length=150, unique=True)
    mark = models.BinaryField()
    """A keyed hash of issuer, subject and username. A row that the service did not write has none that fits."""
    linked_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "provider identities"
        constraints = (models.UniqueConstraint(fields=["issuer", "subject"], name="provider_identity_of_one_person"),)

    def __str__(self) -> str:
        return self.username
