"""What the search box finds payments by beside identifiers: memos, outcomes, and most of a description."""
