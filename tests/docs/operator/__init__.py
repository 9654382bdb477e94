"""Pages for operators that tests play."""
