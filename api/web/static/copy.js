// A text into the clipboard: the old way where the page is served without https, which has no other.
for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const said = button.parentElement.querySelector("[role=status]");
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    let copied = true;
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      copied = document.execCommand("copy");
    }
    said.textContent = copied ? said.dataset.copied : said.dataset.notCopied;
  });
}
