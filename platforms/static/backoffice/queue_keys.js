/* Queues by keyboard: j and k go through a list, Enter opens; on a page letters press buttons and open links that name them. */
(() => {
  "use strict";
  const WORDS = {
    m: "match", c: "credit", f: "fee", s: "suspense", b: "back", x: "note", n: "note", h: "decide", o: "open-case", r: "rule",
    a: "approve", d: "decline", w: "withdraw",
  };
  const TYPED = "input, select, textarea, [contenteditable]";
  const isTaken = (event) =>
    event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.target.closest?.(TYPED);
  const isCovered = () => {
    const dialog = document.getElementById("modal-content");
    return dialog !== null && dialog.offsetParent !== null;
  };
  const go = (by) => {
    const names = [...document.querySelectorAll("#result_list tbody th a")];
    if (names.length === 0) return false;
    const at = names.indexOf(document.activeElement);
    names[at < 0 ? (by > 0 ? 0 : names.length - 1) : Math.min(Math.max(at + by, 0), names.length - 1)].focus();
    return true;
  };
  const button = (word) =>
    [...document.querySelectorAll("[hx-get], a[href]")].find((one) =>
      new RegExp(`/${word}/?$`).test(one.getAttribute("hx-get") || one.getAttribute("href")),
    );
  const press = (key) => {
    const named = document.querySelector(`a[aria-keyshortcuts="${CSS.escape(key)}"]`);
    const one = named ?? (key in WORDS ? button(WORDS[key]) : undefined);
    one?.click();
    return one !== undefined;
  };
  /* What the letters press on this page: for the list of its keys (help.js). */
  window.queueKeys = () =>
    Object.entries(WORDS)
      .map(([letter, word]) => [letter, button(word)])
      .filter(([, one]) => one !== undefined)
      .map(([letter, one]) => [letter, one.textContent.replace(/\s+/g, " ").trim()]);
  document.addEventListener("keydown", (event) => {
    if (isTaken(event) || isCovered()) return;
    const by = { j: 1, k: -1 }[event.key];
    const done = (by !== undefined && go(by)) || (!event.repeat && press(event.key));
    if (done) event.preventDefault();
  });
})();
