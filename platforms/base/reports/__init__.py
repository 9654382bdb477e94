"""Reports: tables that add up, each declared once for page, file and API."""
