// Buttons that copy the text of the field named by data-copy. Without a clipboard, as on a page without TLS, the text
// is selected, so that the keyboard copies it.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  const field = button && document.getElementById(button.dataset.copy);
  if (!field) return;
  field.select();
  let isCopied = false;
  try {
    await navigator.clipboard.writeText(field.value);
    isCopied = true;
  } catch {
    isCopied = document.execCommand("copy");
  }
  button.textContent = isCopied ? "Copied" : "Selected: press Ctrl+C";
});
