/* Beside each time in UTC the local one, where that is another: with its day if the day differs. */
(() => {
  "use strict";
  const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
  const day = (at) => [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

  const show = (root) => {
    for (const time of root.querySelectorAll("time[datetime]:not([data-is-shown])")) {
      time.dataset.isShown = "";
      const at = new Date(time.dateTime);
      if (Number.isNaN(at.getTime()) || at.getTimezoneOffset() === 0) continue;
      const isOtherDay = day(at) !== at.toISOString().slice(0, 10);
      const local = document.createElement("span");
      local.className = "local-time";
      local.textContent = `${isOtherDay ? `${day(at)} ` : ""}${CLOCK.format(at)}`;
      time.after(" ", local);
    }
  };

  document.addEventListener("DOMContentLoaded", () => show(document));
  document.addEventListener("htmx:afterSettle", (event) => show(event.target));
})();
