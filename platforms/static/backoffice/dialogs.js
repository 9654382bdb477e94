/* The keyboard in dialogs: the focus goes into one that opens, and returns to the button that opened it. The page beside
   it stays in use: Tab goes round in the dialog, F6 changes between both. A reason that was not sent is kept for the same
   dialog, until the page is left.

   A dialog comes from the server, and can be late. From the press of its button until it is shown, or has failed, no key
   acts on the page: what is typed goes into a field that waits, and from there into the reason. While the next page is
   fetched no key acts either. */
(() => {
  "use strict";
  const STOPS = "a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), summary";
  const TYPED = "input, select, textarea, [contenteditable]";
  const LEAVES = "a[href][aria-keyshortcuts], button[type=submit][aria-keyshortcuts], a.desk-name, #result_list tbody th a";
  const OPENING = "Opening. What you type is kept for the reason.";
  const LEAVING = "Loading the next page. What you type now is not kept.";
  const PAUSE = 700; // milliseconds
  const MARK = "backoffice-typed-while-leaving";
  const content = () => document.getElementById("modal-content");
  const isOpen = () => content() !== null && content().offsetParent !== null && content().childElementCount > 0;
  const isLoaded = () => content()?.querySelector("#dialog") != null;
  const stops = () => [...content().querySelectorAll(STOPS)].filter((stop) => stop.offsetParent !== null);

  /* What the keyboard waits for: a "dialog", a choice after one that "failed", the next "page", a "pause"; or nothing. */
  let waitsFor = "";
  let opener = null;
  let request = null;
  let isByLetter = false;
  let isComposing = false;
  let timer = null;
  const kept = new Map(); // address of a dialog → its reason
  let isPressed = false; // something in the dialog, since it opened
  let clickedAt = [-100, -100]; // on the page
  let isSent = false;
  let lastOnPage = null; // what had the focus beside the dialog

  const reasonOf = (dialog) => dialog?.querySelector("#dialog-form [name=reason]") ?? null;
  const addressOf = (dialog) => dialog.querySelector("#dialog > form").getAttribute("hx-post");

  const addLine = (className, text, role) => {
    const line = Object.assign(document.createElement("p"), { className, textContent: text });
    line.setAttribute("role", role);
    content().querySelector("#dialog-form").append(line);
    line.scrollIntoView({ block: "nearest" });
  };

  const panel = () => document.getElementById("dialog-wait");
  const typed = () => document.getElementById("dialog-typed");

  const wait = (what, text, role = "status") => {
    if (panel() === null) return;
    waitsFor = what;
    panel().dataset.state = what;
    const line = panel().querySelector("p");
    line.setAttribute("role", role);
    line.textContent = text;
    panel().hidden = false;
    typed().focus();
  };

  const go = () => {
    waitsFor = "";
    request = null;
    if (panel() === null) return;
    panel().hidden = true;
    typed().value = "";
  };

  const giveUp = () => {
    const asked = request;
    go();
    asked?.abort();
    opener?.focus();
  };

  /* Somebody types without having seen the page: no letter acts until they stop. */
  const pause = () => {
    waitsFor = "pause";
    clearTimeout(timer);
    timer = setTimeout(() => { if (waitsFor === "pause") waitsFor = ""; }, PAUSE);
  };

  const fail = (xhr) => {
    const why = xhr.status === 0 ? "The service did not answer." : xhr.status === 403 ? "You may not do this, or no longer." : xhr.status < 400 ? "Sign in again." : "The service could not show it.";
    request = null;
    wait("failed", `This dialog did not open. ${why} What you have typed is kept below.`, "alert");
  };

  /* Say below the fields when nobody knows whether a decision was carried out. */
  const tellOutcome = (form, isAnswered) => {
    form.querySelector(".dialog-unanswered")?.remove();
    if (!isAnswered) addLine("dialog-unanswered", "No answer came. Send it again: a decision that was carried out already is refused.", "alert");
  };

  /* A dialog that was closed by mistake is opened again with its reason. */
  const restore = (reason) => {
    const earlier = kept.get(addressOf(content()));
    if (!reason || !earlier || reason.value) return "";
    reason.value = earlier;
    addLine("dialog-kept", "The reason is the one that you had written before you closed this dialog.", "status");
    return earlier;
  };

  const enter = (attempts) => {
    if (waitsFor !== "dialog") return;
    if (isComposing || (!isOpen() && attempts > 0)) {
      setTimeout(() => enter(attempts - 1), 16);
      return;
    }
    const dialog = content();
    const text = typed().value.replace(/^\n+/, "");
    const reason = reasonOf(dialog);
    const chosen = dialog.contains(document.activeElement);
    go();
    isPressed = false;
    const earlier = restore(reason);
    if (reason && (text || earlier || isByLetter)) {
      reason.focus();
      reason.value += earlier && text ? `\n${text}` : text;
      reason.setSelectionRange(reason.value.length, reason.value.length);
      if (text || earlier) reason.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (!chosen) {
      const fields = dialog.querySelectorAll("#dialog-form :is(select, textarea, input:not([type=hidden]))");
      const shown = [...fields].filter((field) => field.offsetParent !== null);
      (shown.find((field) => field.value === "" || field.tagName === "SELECT") ?? shown[0])?.focus();
    }
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    const isInside = content()?.contains(event.target);
    if (waitsFor === "page") event.preventDefault();
    if (isInside || event.detail.target !== content() || content() === null || event.defaultPrevented) return;
    // The same button twice, or one behind a dialog: an answer would replace what is shown, and what was entered in it.
    if (isOpen() || (waitsFor === "dialog" && opener === event.target)) {
      event.preventDefault();
      if (isOpen() && !waitsFor) stops()[0]?.focus();
      return;
    }
    request?.abort();
    opener = event.target;
    request = event.detail.xhr;
    // A letter presses its button by a script: such a click is not trusted.
    isByLetter = event.detail.requestConfig.triggeringEvent?.isTrusted === false;
    // What an earlier dialog has left would be shown if this one fails.
    content().replaceChildren();
    wait("dialog", OPENING);
  });

  document.addEventListener("htmx:beforeOnLoad", (event) => {
    // Carried out: the next page comes, and the reason is not to be kept.
    if (event.detail.xhr.getResponseHeader("HX-Redirect")) isSent = true;
  });

  document.addEventListener("input", (event) => {
    if (isOpen() && event.target === reasonOf(content())) kept.set(addressOf(content()), event.target.value);
  });

  window.addEventListener("beforeunload", (event) => {
    if (!isSent && isOpen() && reasonOf(content())?.value) event.preventDefault();
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "dialog-form") event.target.querySelector(".errors")?.scrollIntoView({ block: "nearest" });
    if (event.target.id !== "modal-content" || !isLoaded()) return;
    const heading = content().querySelector("h1");
    if (heading) content().setAttribute("aria-label", heading.textContent.trim());
    // Afterwards: other scripts may still be arranging the fields.
    setTimeout(() => enter(120), 0);
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr } = event.detail;
    if (xhr.getResponseHeader("HX-Redirect")) wait("page", LEAVING);
    else if (xhr === request && !isLoaded()) fail(xhr);
    else if (event.target.matches?.("#dialog > form")) tellOutcome(event.target, event.detail.successful);
  });

  // The theme opens the dialog now, whatever the answer was.
  document.addEventListener("htmx:after-on-load", (event) => {
    if (event.detail.target === content() && !isLoaded()) event.stopImmediatePropagation();
  }, true);

  const isOfBrowser = (event) => (event.ctrlKey || event.metaKey) && !event.altKey;

  window.addEventListener("keydown", (event) => {
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!waitsFor && isLetter && document.readyState === "loading" && !event.target.closest?.(TYPED)) pause();
    if (!waitsFor) return;
    event.stopPropagation();
    if (waitsFor === "pause") {
      if (event.target.closest?.(TYPED)) waitsFor = "";
      else pause();
    } else if (event.key === "Escape") {
      giveUp();
      event.preventDefault();
    } else if (waitsFor === "failed") {
      if (!panel().contains(document.activeElement)) typed().focus();
    } else {
      const isTaken = event.key === "Tab" || (isOfBrowser(event) && ["Enter", "k", "e"].includes(event.key));
      if (isTaken) event.preventDefault();
      if (document.activeElement !== typed()) typed().focus();
    }
  }, true);

  window.addEventListener("click", (event) => {
    const isInside = isOpen() && content().contains(event.target);
    const isAgain = event.detail > 0 && Math.hypot(event.clientX - clickedAt[0], event.clientY - clickedAt[1]) < 5;
    if (isInside && !isPressed && isAgain) {
      // The second click of a double click was meant for the button that the dialog has come in place of.
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (isInside) isPressed = true;
    else if (event.detail > 0) clickedAt = [event.clientX, event.clientY];
  }, true);

  window.addEventListener("click", (event) => {
    if (event.target.closest?.("#dialog-wait [data-do=close]")) giveUp();
    if (event.target.closest?.("#dialog-wait [data-do=again]")) opener?.click();
    // A click without a pointer: by Enter, or by a letter.
    const link = event.detail === 0 && !event.defaultPrevented && event.target.closest?.(LEAVES);
    if (link && !link.matches("[hx-get]") && !link.target) wait("page", LEAVING);
  });

  window.addEventListener("pagehide", () => {
    if (waitsFor === "page" && typed().value) sessionStorage.setItem(MARK, "1");
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) go(); });
  if (sessionStorage.getItem(MARK)) {
    sessionStorage.removeItem(MARK);
    pause();
  }

  for (const [name, value] of [["compositionstart", true], ["compositionend", false]]) {
    document.addEventListener(name, () => { isComposing = value; });
  }

  // A button may have been fetched anew meanwhile.
  const returnTo = () => {
    const address = opener?.getAttribute("hx-get");
    const button = opener?.isConnected || !address ? opener : document.querySelector(`[hx-get="${CSS.escape(address)}"]`);
    button?.focus();
  };

  // However it was closed, the keyboard goes on at the button that has opened it.
  const holder = document.querySelector(".dialog-place");
  if (holder) {
    new MutationObserver(() => { if (holder.dataset.open === undefined) setTimeout(returnTo, 0); }).observe(holder, { attributeFilter: ["data-open"] });
  }

  document.addEventListener("focusin", (event) => {
    if (isOpen() && document.getElementById("page")?.contains(event.target)) lastOnPage = event.target;
  });

  document.addEventListener("keydown", (event) => {
    if (!isOpen()) return;
    if (event.key === "Tab") {
      const all = stops();
      const last = all.length - 1;
      const place = all.indexOf(document.activeElement);
      // Whoever is at a document beside the dialog goes on there.
      if (place < 0 && document.getElementById("page")?.contains(document.activeElement)) return;
      const leaves = place < 0 || (event.shiftKey ? place === 0 : place === last);
      if (!leaves || last < 0) return;
      event.preventDefault();
      all[event.shiftKey ? last : 0].focus();
    } else if (event.key === "F6") {
      event.preventDefault();
      const isInside = content().contains(document.activeElement);
      const there = isInside ? lastOnPage ?? document.querySelector(".desk-stage") ?? opener : reasonOf(content()) ?? stops()[0];
      there?.focus();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      const form = content().querySelector("form");
      if (form) form.requestSubmit();
    }
  });
})();
