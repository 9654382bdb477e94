"""Lists as people read them, and the help of pages."""
