"""A storage without room: no file of this process may be longer than the first part of a picture."""

import contextlib
import io
import resource
from collections.abc import Iterator

from PIL import Image

_ROOM = 64 * 1024


def large_png() -> bytes:
    """Return a picture that needs more room than there is."""
    made = io.BytesIO()
    Image.effect_noise((500, 500), 100).save(made, "PNG")
    content = made.getvalue()
    assert 2 * _ROOM < len(content) < 1_000_000
    return content


@contextlib.contextmanager
def no_room() -> Iterator[None]:
    """Refuse every write beyond the room in the block."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (_ROOM, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
