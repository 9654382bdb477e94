"""Hash trees with their upper nodes stored in pages, so that a proof reads some hundred rows of any number of leaves.

The shape is that of RFC 9162: neighbours are joined in pairs, and the last one of an odd number goes up alone. So the
tree of all leaves is the tree of its blocks' roots, where a block is 256 leaves from a place that 256 divides.
"""

from collections.abc import Sequence

from payments.proofs.verify_proof import Node, joined

BLOCK = 256
"""Leaves of a block, and blocks of a page."""
PAGE = BLOCK * BLOCK
"""Leaves of a page."""
_DIGEST, _AMOUNT = 32, 16


def root(nodes: Sequence[Node]) -> Node:
    """Return the root over some nodes, at least one."""
    while len(nodes) > 1:
        nodes = _above(nodes)
    return nodes[0]


def path(nodes: Sequence[Node], index: int) -> list[Node]:
    """Return the nodes beside the way from one node to the root."""
    beside = []
    while len(nodes) > 1:
        if index ^ 1 < len(nodes):
            beside.append(nodes[index ^ 1])
        nodes, index = _above(nodes), index // 2
    return beside


def stored(nodes: Sequence[Node]) -> bytes:
    """Return nodes as they are stored."""
    return b"".join(node.packed() for node in nodes)


def read(content: bytes, *, has_sums: bool) -> list[Node]:
    """Return stored nodes."""
    length = _DIGEST + _AMOUNT if has_sums else _DIGEST
    pieces = [content[start : start + length] for start in range(0, len(content), length)]
    return [
        Node(piece[:_DIGEST], int.from_bytes(piece[_DIGEST:], "big", signed=True) if has_sums else None)
        for piece in pieces
    ]


def _above(nodes: Sequence[Node]) -> list[Node]:
    pairs = [joined(nodes[place], nodes[place + 1]) for place in range(0, len(nodes) - 1, 2)]
    return [*pairs, nodes[-1]] if len(nodes) % 2 else pairs
