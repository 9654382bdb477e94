/* Lines of a dialog that can be added (`data-add`: of what) are hidden until they are. Without this script all of them
   are shown. */
(() => {
  "use strict";
  const rowOf = (line) => {
    let row = line;
    while (row.parentElement !== null && !row.parentElement.matches("#dialog-form > div")) row = row.parentElement;
    return row;
  };

  /* Show one more line of the chosen subject, with the focus in it. */
  const add = (chosen, lines) => {
    const next = lines.find((line) => line.dataset.add === chosen && rowOf(line).hidden);
    const shown = next || lines.find((line) => line.dataset.add === chosen);
    if (!shown) return;
    rowOf(shown).hidden = false;
    shown.querySelector("select").focus();
  };

  const made = (tag, properties, ...parts) => {
    const one = Object.assign(document.createElement(tag), properties);
    one.append(...parts);
    return one;
  };

  /* Hide the lines without an entry, and put before them what adds one. */
  const arrange = (dialog) => {
    const lines = [...dialog.querySelectorAll("[data-add]")].filter((line) => line.dataset.add);
    if (lines.length === 0 || dialog.querySelector(".desk-adder")) return;
    const subjects = [...new Set(lines.map((line) => line.dataset.add))];
    const choice = made("select", { id: "desk-subject" }, ...subjects.map((one) => made("option", { textContent: one, value: one })));
    choice.className = lines[0].querySelector("select").className;
    const button = made("button", { type: "button", className: "desk-button", textContent: "Add a line" });
    button.addEventListener("click", () => add(choice.value, lines));
    choice.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      button.click();
    });
    const label = made("label", { htmlFor: "desk-subject", textContent: "Document or person" });
    rowOf(lines[0]).before(made("div", { className: "desk-adder" }, label, choice, button));
    for (const line of lines) {
      const row = rowOf(line);
      const isEmpty = [...line.querySelectorAll("select, input")].every((field) => !field.value);
      row.hidden = isEmpty && !row.matches(".errors");
    }
  };

  document.addEventListener("htmx:afterSettle", () => {
    const dialog = document.getElementById("modal-content");
    if (dialog) arrange(dialog);
  });
})();
