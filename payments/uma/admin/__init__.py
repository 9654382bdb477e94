"""Back office pages of UMA."""
