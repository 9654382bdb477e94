"""The one error a person at the keyboard sees: what is wrong and what to do about it."""


class LaunchError(Exception):
    """Something the person who starts the service can put right."""

    def __init__(self, problem: str, remedy: str) -> None:
        """Keep the problem and its remedy apart, so that both are always written."""
        super().__init__(f"{problem}\n{remedy}")
        self.problem = problem
        self.remedy = remedy
