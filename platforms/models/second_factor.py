"""The second factor of staff: an app that shows a new code every half minute, and recovery codes."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from platforms.base.public_ids import WithPublicId
from platforms.encryption.encrypted_fields import EncryptedTextField


class SecondFactor(WithPublicId):
    """The second factor of one member of staff. An unconfirmed one is not required."""

    username = models.CharField(max_length=150, unique=True)
    secret = EncryptedTextField()
    """The secret of the codes, in base 32. Shown once: on the page where it is set up."""
    created_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    last_step = models.BigIntegerField(default=0)
    """The half minute of the last accepted code: none is accepted twice."""
    failures = models.PositiveIntegerField(default=0)
    """Wrong codes since the last right one."""
    blocked_until = models.DateTimeField(null=True, blank=True)
    recovery_hashes = ArrayField(models.BinaryField(), default=list)
    """Keyed hashes of the unused recovery codes; each is valid for one sign-in."""

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(confirmed_at__isnull=False) | models.Q(recovery_hashes=[]),
                name="second_factor_recovers_when_confirmed",
            ),
        )

    def __str__(self) -> str:
        return self.username
