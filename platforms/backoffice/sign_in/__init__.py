"""How staff sign in: passwords, second factors, sessions, and the lock after wrong ones."""
