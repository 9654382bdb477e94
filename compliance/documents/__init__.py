"""Files of documents: format, harmful content, storage. Knows no tables and no requests."""
