"""Pages of ours that a platform's customers open: identity (KYC). Plain HTML, no script, nothing from elsewhere."""
