"""The directory of banks and mobile-money providers."""
