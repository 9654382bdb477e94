"""The one error shown to a person at the keyboard: what is wrong and what to do about it."""

from collections.abc import Sequence

REMEDY = "See docs/operator/settings.md. `manage.py doctor` names all that is wrong."


class LaunchError(Exception):
    """A problem that the person starting the service can solve."""

    status = 1
    """The exit status of a process that ends with it."""

    def __init__(self, problem: str, remedy: str) -> None:
        """Keep the problem and its remedy apart, so that both are always printed."""
        super().__init__(f"{problem}\n{remedy}")
        self.problem = problem
        self.remedy = remedy


class WrongSettings(LaunchError):
    """Settings with which nothing starts, before anything was begun. Starting again changes nothing."""

    status = 2

    def __init__(self, sentences: Sequence[str], remedy: str = REMEDY) -> None:
        """Take a sentence for each setting."""
        several = "These settings are wrong:\n" + "\n".join(f"- {sentence}" for sentence in sentences)
        super().__init__(sentences[0] if len(sentences) == 1 else several, remedy)
