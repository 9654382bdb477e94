"""Fields that requests for payments have."""
