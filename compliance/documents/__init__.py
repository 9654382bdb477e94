"""Files of documents: what they are, whether they are harmful, and where they lie. Knows no tables and no requests."""
