"""What is wrong with a page for those who see it otherwise: axe-core's findings, and what is wider than the window."""

import weakref
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

WIDTHS = (1440, 1024, 390)
_HEIGHT = 900
_FEW_ROWS = """
    document.querySelectorAll(
        "#result_list > tbody:nth-of-type(n+4), table tbody > tr:nth-child(n+4), select > option:nth-child(n+4)"
    ).forEach(row => row.remove());"""
_RUN = f"""async ([without, rules]) => {{{_FEW_ROWS}
    const part = without ? {{exclude: [[without]]}} : document;
    // The one rule that needs style sheets loaded anew is about screens that turn, and axe leaves it out by itself.
    const options = {{iframes: false, resultTypes: ["violations"], preload: {{assets: ["media"]}}}};
    const found = await axe.run(part, {{...rules, ...options}});
    return found.violations.map(one => [one.id, one.nodes.slice(0, 4).map(node => node.html.slice(0, 300))]);
}}"""
_CONTRAST = {"runOnly": ["color-contrast"]}
_WITHOUT_CONTRAST = {"rules": {"color-contrast": {"enabled": False}}}


_WIDE = """async width => {
    while (innerWidth !== width) await new Promise(requestAnimationFrame);
    // Documents may scroll sideways, and on a phone tables of figures.
    const may = `.desk-documents, .desk-stage, input, textarea, select${width < 640 ? ", .scrolls-across" : ""}`;
    const isCut = part => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 20
        && getComputedStyle(part).overflowX !== "visible" && getComputedStyle(part).display !== "inline"
        && !part.closest(".sr-only, .desk-unseen");
    let cut = [];
    // The theme's lists follow the window some frames later.
    for (let frame = 0; frame < 60; frame++) {
        cut = [...document.querySelectorAll(`main *:not(${may})`)].filter(isCut);
        if (document.documentElement.scrollWidth > width) cut.unshift(document.body);
        if (!cut.length) break;
        await new Promise(requestAnimationFrame);
    }
    return cut.slice(0, 3).map(part => `cut in ${width}: ${part.cloneNode().outerHTML.slice(0, 100)}`);
}"""


class _Window:
    """The window of a page, resized without what Playwright does beside it: half the time."""

    def __init__(self, page: Any) -> None:
        self.width = int(page.viewport_size["width"])
        self._session = page.context.new_cdp_session(page)

    def resize(self, width: int) -> None:
        if width != self.width:
            size = {"width": width, "height": _HEIGHT, "deviceScaleFactor": 1, "mobile": False}
            self._session.send("Emulation.setDeviceMetricsOverride", size)
            self.width = width


_windows: "weakref.WeakKeyDictionary[Any, _Window]" = weakref.WeakKeyDictionary()


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


# What decides of the colours of a text: tags, classes and styles of its element and of all that it stands in.
_NEW = """async ([seen, rules]) => {FEW_ROWS
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important; }");
    document.adoptedStyleSheets = [still];
    const known = new Set(seen), found = [], added = [];
    const hash = text => {
        let [a, b] = [0xdeadbeef, 0x41c6ce57];
        for (let at = 0; at < text.length; at++) {
            a = Math.imul(a ^ text.charCodeAt(at), 2654435761);
            b = Math.imul(b ^ text.charCodeAt(at), 1597334677);
        }
        return (a >>> 0).toString(36) + (b >>> 0).toString(36);
    };
    for (const theme of ["light", "dark"]) {
        document.documentElement.classList.toggle("dark", theme === "dark");
        // Names of tables and fields are no styles; what they change is among the styles that are computed.
        const classes = one => one === document.body ? "" :
            [...one.classList].filter(name => !/^(app|model|field|column)-/.test(name)).join(" ");
        const chains = new Map();
        const chain = one => {
            if (!one) return theme;
            if (!chains.has(one)) {
                const its = getComputedStyle(one);
                chains.set(one, hash([chain(one.parentElement), one.tagName, classes(one), its.color, its.fontSize,
                    its.fontWeight, its.opacity, its.backgroundColor, its.backgroundImage, its.textShadow, its.position,
                    its.filter, its.mixBlendMode].join("|")));
            }
            return chains.get(one);
        };
        const parts = [];
        for (const one of document.querySelectorAll("body *")) {
            const text = [...one.childNodes].filter(node => node.nodeType === 3).map(node => node.data.trim()).join("");
            const isField = ["INPUT", "SELECT", "TEXTAREA", "BUTTON"].includes(one.tagName);
            if (!(text || isField) || !one.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
            const control = one.closest("label")?.control;
            const of = hash([chain(one), text.length > 1, one.type, one.disabled, control?.disabled,
                one.closest("[aria-disabled]")?.getAttribute("aria-disabled")].join("|"));
            if (known.has(of)) continue;
            known.add(of);
            added.push(of);
            parts.push(one);
        }
        if (!parts.length) continue;
        const done = await axe.run({include: parts}, {...rules, iframes: false, resultTypes: ["violations"]});
        found.push(...done.violations.map(one =>
            `${theme}: ${one.id}: ${JSON.stringify(one.nodes.slice(0, 4).map(node => node.html.slice(0, 300)))}`));
    }
    document.documentElement.classList.remove("dark");
    return [found, added];
}""".replace("FEW_ROWS", _FEW_ROWS)


def new_low_contrast(page: Any, seen: set[str]) -> list[str]:
    """Return the elements that are hard to see, in light and in the dark, among those that no page before had.

    Texts are alike whose elements, and all that these stand in, have the same tags, classes and styles; `seen` gets
    them.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found, added = page.evaluate(_NEW, [[*seen], _CONTRAST])
    seen.update(added)
    return list(found)


def _run(page: Any, without: str, rules: dict[str, Any]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return [f"{rule}: {elements}" for rule, elements in page.evaluate(_RUN, [without, rules])]


def faults(page: Any, *, without: str = "", has_own_colours: bool = False) -> list[str]:
    """Return what is wrong with a page: what is wider than its room, and at the first width what axe finds.

    The window goes from one end of the widths to the other: it is not brought back for the next page.
    """
    found = []
    if page not in _windows:
        _windows[page] = _Window(page)
    window = _windows[page]
    for width in WIDTHS if window.width == WIDTHS[0] else WIDTHS[::-1]:
        window.resize(width)
        found += page.evaluate(_WIDE, width)
        if width == WIDTHS[0]:
            found += problems(page, without=without)
            found += low_contrast(page, without=without) if has_own_colours else []
    return found
