/* Letters: a button with `aria-keyshortcuts` is pressed by its letter; j and k go through the names of a queue. */
(() => {
  "use strict";
  // The keys of the document's page are taken by the viewer, which has prevented their default.
  const TYPED = "input, select, textarea, [contenteditable]";
  const isTaken = (event) =>
    event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.target.closest?.(TYPED);
  const isCovered = () => {
    const dialog = document.getElementById("modal-content");
    const command = document.getElementById("command-results");
    return [dialog, command].some((one) => one !== null && one.offsetParent !== null);
  };

  const go = (names, by) => {
    const at = names.indexOf(document.activeElement);
    const to = at < 0 ? (by > 0 ? 0 : names.length - 1) : Math.min(Math.max(at + by, 0), names.length - 1);
    names[to].focus();
  };

  /* A button that can't be pressed yet says why: the sentence has the focus. Who has typed on meanwhile meant a reason:
     no letter acts until they stop. */
  const PAUSE = 700; // milliseconds
  let quietUntil = 0;
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-says]");
    if (!button) return;
    document.getElementById(button.dataset.says)?.focus();
    quietUntil = Date.now() + PAUSE;
  });

  document.addEventListener("keydown", (event) => {
    if (isTaken(event) || isCovered()) return;
    if (Date.now() < quietUntil) {
      if (event.key.length === 1) quietUntil = Date.now() + PAUSE;
      return;
    }
    const names = [...document.querySelectorAll("a.desk-name")];
    const by = { j: 1, k: -1 }[event.key];
    const button = /^[a-z]$/.test(event.key) && document.querySelector(`.desk button[aria-keyshortcuts="${event.key}"]:not(:disabled)`);
    if (by !== undefined && names.length > 0) go(names, by);
    else if (button && !event.repeat) button.click();
    else return;
    event.preventDefault();
  });
})();
