"""The outside world of this app: who says whether a person is who they claim to be."""
