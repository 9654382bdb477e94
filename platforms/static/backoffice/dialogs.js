/* The keyboard in dialogs: the focus goes into one that opens, stays in it, and returns to the button that opened it. */
(() => {
  "use strict";
  const STOPS = "a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), summary";
  const content = () => document.getElementById("modal-content");
  const isOpen = () => content() !== null && content().offsetParent !== null && content().childElementCount > 0;
  const stops = () => [...content().querySelectorAll(STOPS)].filter((stop) => stop.offsetParent !== null);
  let opener = null;

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.getAttribute("hx-target") === "#modal-content") opener = event.target;
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "modal-content") return;
    const dialog = content();
    const heading = dialog.querySelector("h1");
    if (heading) dialog.setAttribute("aria-label", heading.textContent.trim());
    const enter = (attempts) => {
      if (!isOpen()) {
        if (attempts > 0) setTimeout(() => enter(attempts - 1), 30);
        return;
      }
      // Whoever was faster has chosen a field already.
      if (dialog.contains(document.activeElement)) return;
      const fields = dialog.querySelectorAll("#dialog-form :is(select, textarea, input:not([type=hidden]))");
      const shown = [...fields].filter((field) => field.offsetParent !== null);
      (shown.find((field) => field.value === "" || field.tagName === "SELECT") ?? shown[0])?.focus();
    };
    // Afterwards: other scripts may still be arranging the fields.
    setTimeout(() => enter(30), 0);
  });

  document.addEventListener("keydown", (event) => {
    if (!isOpen()) return;
    if (event.key === "Escape") {
      setTimeout(() => { if (opener) opener.focus(); }, 50);
    } else if (event.key === "Tab") {
      const all = stops();
      const last = all.length - 1;
      const place = all.indexOf(document.activeElement);
      const leaves = place < 0 || (event.shiftKey ? place === 0 : place === last);
      if (!leaves || last < 0) return;
      event.preventDefault();
      all[event.shiftKey ? last : 0].focus();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      const form = content().querySelector("form");
      if (form) form.requestSubmit();
    }
  });
})();
