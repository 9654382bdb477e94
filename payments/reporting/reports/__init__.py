"""Reports of payments and books over a period or at a moment: the same for page, file and API."""
