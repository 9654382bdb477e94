"""What is wrong with a page for those who see it otherwise: axe-core's findings, and what is wider than the window."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

WIDTHS = (1440, 1024, 390)
_HEIGHT = 900
_RUN = """async ([without, rules]) => {
    document.querySelectorAll(
        "#result_list > tbody:nth-of-type(n+4), table tbody > tr:nth-child(n+4), select > option:nth-child(n+4)"
    ).forEach(row => row.remove());
    const part = without ? {exclude: [[without]]} : document;
    const found = await axe.run(part, {...rules, iframes: false, resultTypes: ["violations"]});
    return found.violations.map(one => [one.id, one.nodes.slice(0, 4).map(node => node.html.slice(0, 300))]);
}"""
_CONTRAST = {"runOnly": ["color-contrast"]}
_WITHOUT_CONTRAST = {"rules": {"color-contrast": {"enabled": False}}}


def problems(page: Any, *, without: str = "") -> list[str]:
    """Return axe's violations on a page as it is shown, each with the elements; `without` leaves a part out.

    Of the rows of a table, which are alike, three are left: axe takes its time for each element. Contrast takes it the
    longest: `low_contrast` compares it.
    """
    return _run(page, without, _WITHOUT_CONTRAST)


def low_contrast(page: Any, *, without: str = "") -> list[str]:
    """Return the elements of a page that are hard to see, in light and in the dark."""
    found = _run(page, without, _CONTRAST)
    page.evaluate("document.documentElement.classList.add('dark')")
    found += [f"in the dark: {problem}" for problem in _run(page, without, _CONTRAST)]
    page.evaluate("document.documentElement.classList.remove('dark')")
    return found


def _run(page: Any, without: str, rules: dict[str, Any]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return [f"{rule}: {elements}" for rule, elements in page.evaluate(_RUN, [without, rules])]


def faults(page: Any, *, without: str = "", has_own_colours: bool = False) -> list[str]:
    """Return what is wrong with a page: where it is wider than the window, and at the first width what axe finds.

    The window goes from one end of the widths to the other: it is not brought back for the next page.
    """
    found = []
    now = page.viewport_size["width"]
    for width in WIDTHS if now == WIDTHS[0] else WIDTHS[::-1]:
        if width != now:
            page.set_viewport_size({"width": width, "height": _HEIGHT})
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            found.append(f"{wide} px wide in {width}")
        if width == WIDTHS[0]:
            found += problems(page, without=without)
            found += low_contrast(page, without=without) if has_own_colours else []
    return found
