"""`platforms.encryption.encrypted_fields`, for landed migrations."""

from platforms.encryption.encrypted_fields import BlindIndexField, SealedJSONField, SealedTextField

__all__ = ["BlindIndexField", "SealedJSONField", "SealedTextField"]
