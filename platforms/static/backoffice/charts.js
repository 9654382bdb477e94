/* Charts, which the theme draws (app.js): text in the colour of the page, amounts in full, a click that leads to the list, T for the tables. */
(() => {
  "use strict";
  const TYPED = "input, select, textarea, [contenteditable]";
  const part = (chart, name, { datasetIndex, index }) => JSON.parse(chart.canvas.dataset[name])[datasetIndex]?.[index] || "";
  const colour = () => {
    Chart.defaults.color = document.documentElement.classList.contains("dark") ? "#9ca3af" : "#4b5563";
    for (const chart of Object.values(Chart.instances)) chart.update();
  };
  // The bar that was met, or the first value of its day that has a list.
  const address = (event, values, chart) => {
    const met = chart.getElementsAtEventForMode(event.native, "nearest", { intersect: true }, true);
    return [...met, ...values].map((value) => part(chart, "addresses", value)).find(Boolean);
  };
  Chart.defaults.onClick = (event, values, chart) => {
    const list = address(event, values, chart);
    if (list) window.location.assign(list);
  };
  Chart.defaults.onHover = (event, values, chart) => {
    chart.canvas.classList.toggle("leads", Boolean(address(event, values, chart)));
  };
  Chart.defaults.plugins.tooltip.callbacks.label = (value) => {
    const text = part(value.chart, "texts", value);
    return `${value.dataset.label}: ${text || value.formattedValue}`;
  };
  document.addEventListener("keydown", (event) => {
    if (event.key !== "t" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.target.closest?.(TYPED)) return;
    const covers = [...document.querySelectorAll("#modal-content, #command-results")].some((one) => one.offsetParent !== null);
    const tables = [...document.querySelectorAll("details.chart-table")];
    if (covers || tables.length === 0) return;
    event.preventDefault();
    const open = tables.some((one) => !one.open);
    for (const one of tables) one.open = open;
  });
  window.addEventListener("load", colour);
  new MutationObserver(colour).observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
})();
