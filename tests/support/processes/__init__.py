"""What a process of the service keeps in its memory, or at the broker, as tests see and change it."""
