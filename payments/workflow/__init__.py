"""The workflow of payments: their steps, and the one way in which any of them is taken."""
