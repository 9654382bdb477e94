"""SQL of constants: each piece has its place, each place its piece."""

import pytest

from platforms.database import sql


def test_pieces_stand_in_their_places():
    statement = sql.of_constants(
        "SELECT {column}, '{{}}' FROM {table} WHERE id = %s", column="{name}", table="platform"
    )

    assert statement == "SELECT {name}, '{}' FROM platform WHERE id = %s"


def test_a_place_without_a_piece_is_an_error():
    with pytest.raises(KeyError):
        sql.of_constants("SELECT {column} FROM platform")


def test_a_piece_without_a_place_is_an_error():
    with pytest.raises(TypeError, match="no place for table"):
        sql.of_constants("SELECT {column} FROM platform", column="id", table="platform")
