"""Reports in the back office: pages and files."""
