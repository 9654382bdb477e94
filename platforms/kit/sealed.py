"""`platforms.encryption.encrypted_fields`, for landed migrations."""

from platforms.encryption.encrypted_fields import BlindIndexField
from platforms.encryption.encrypted_fields import EncryptedJSONField as SealedJSONField
from platforms.encryption.encrypted_fields import EncryptedTextField as SealedTextField

__all__ = ["BlindIndexField", "SealedJSONField", "SealedTextField"]
