"""What a reviewer reads beside the decision: facts, causes, history, owners, money, hits, duplicates."""
