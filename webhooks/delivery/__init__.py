"""Getting events there: who sends which event when, over which client, and what an answer means."""
