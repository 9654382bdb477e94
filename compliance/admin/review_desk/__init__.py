"""The review desk: the queue, the page of a case with its documents, and the dialogs in which reviewers decide."""
