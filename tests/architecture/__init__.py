"""The rules of docs/architecture.md, as far as a program can see them."""
