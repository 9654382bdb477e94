"""Charts of the back office: their numbers, and how a browser draws them."""
