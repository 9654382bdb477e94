"""The one error shown to a person at the keyboard: what is wrong and what to do about it."""


class LaunchError(Exception):
    """A problem that the person starting the service can solve."""

    def __init__(self, problem: str, remedy: str) -> None:
        """Keep the problem and its remedy apart, so that both are always printed."""
        super().__init__(f"{problem}\n{remedy}")
        self.problem = problem
        self.remedy = remedy
