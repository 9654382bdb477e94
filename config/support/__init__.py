"""What somebody who helps from outside needs to see of an installation, without secrets and personal data."""
