"""Tools for a platform's developer: a test event (ping), and `manage.py listen`."""
