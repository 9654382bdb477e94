/* `?` and the button Keys open the list of the keys of this page: the letters of its buttons, and what works on every page. */
(() => {
  "use strict";
  const TYPED = "input, select, textarea, [contenteditable]";
  const isSeen = (one) => one.offsetParent !== null;
  const words = (one) => {
    const label = one.getAttribute("aria-label") ?? one.cloneNode(true);
    if (typeof label === "string") return label;
    label.querySelectorAll(".material-symbols-outlined, kbd, [aria-hidden=true]").forEach((part) => part.remove());
    return label.textContent.replace(/\s+/g, " ").trim();
  };
  const keysOfPage = () => {
    const keys = [...document.querySelectorAll("main [aria-keyshortcuts]")]
      .filter(isSeen)
      .map((one) => [one.getAttribute("aria-keyshortcuts"), words(one)]);
    // Letters that press a button without saying so (queue_keys.js), if the page has that script and the button.
    for (const [letter, word] of window.queueKeys?.() ?? []) keys.push([letter, word]);
    if (document.querySelector("#result_list tbody th a, a.desk-name") && document.querySelector("script[src*=queue_keys], script[src*='desk/keys']"))
      keys.push(["j", "The next row of the list"], ["k", "The row before"], ["Enter", "Open the row"]);
    return keys;
  };
  const EVERYWHERE = [
    ["Ctrl + K", "Find anything"],
    ["Esc", "Close what is open, without doing anything"],
    ["?", "These keys"],
  ];
  const open = () => {
    const dialog = document.getElementById("keys");
    if (dialog === null || dialog.open) return;
    const seen = new Set();
    const rows = [...keysOfPage(), ...EVERYWHERE].filter(([key]) => !seen.has(key) && seen.add(key));
    dialog.querySelector("dl").replaceChildren(
      ...rows.map(([key, what]) => {
        const row = document.createElement("div");
        const [name, text, letter] = ["dt", "dd", "kbd"].map((tag) => document.createElement(tag));
        letter.textContent = key.length === 1 ? key.toUpperCase() : key;
        name.append(letter);
        text.textContent = what;
        row.append(name, text);
        return row;
      }),
    );
    dialog.showModal();
  };
  document.addEventListener("keydown", (event) => {
    // While the list of keys is open no letter reaches the page behind it.
    if (document.getElementById("keys")?.open && event.key !== "Escape") return event.stopImmediatePropagation();
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.closest?.(TYPED)) return;
    const covers = ["modal-content", "command-results"].map((id) => document.getElementById(id));
    if (covers.some((one) => one !== null && isSeen(one))) return;
    event.preventDefault();
    open();
  }, true);
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-keys]")) open();
  });
})();
