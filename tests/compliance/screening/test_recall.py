"""What is found of names changed in 25 ways, and how many ordinary names are hits: as the page says."""

import logging
import os
import pathlib
import re

from compliance.providers import matching
from tests.support.compliance import recall

logger = logging.getLogger(__name__)
PAGE = pathlib.Path(__file__).parents[3] / "docs/operator/screening.md"


def test_the_page_says_what_is_found_and_what_is_not():
    listed = recall.entries(8_000, 2_000)
    index = matching.Index(listed)
    cases, ordinary = recall.cases(listed), recall.highest(index, recall.ordinary(listed))
    assert (len(cases), len(ordinary)) == (recall.CASES, recall.ORDINARY)

    table = recall.table(recall.recall(index, cases))
    by_chance = [recall.share(ordinary, threshold) for threshold in (recall.THRESHOLD, recall.STRICT)]
    table += f"\n| *ordinary names that are hits* | {len(ordinary):,} | {by_chance[0]} % | {by_chance[1]} % |"
    logger.info("%s", table)
    text = PAGE.read_text()
    if os.environ.get("DOCS_WRITE"):
        PAGE.write_text(re.sub(r"\| Changed by .*?\n\n", lambda _: f"{table}\n\n", text, flags=re.DOTALL))

    assert by_chance[1] <= 1.0
    assert f"\n{table}\n" in PAGE.read_text(), "DOCS_WRITE=1 writes the table anew"
