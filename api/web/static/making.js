// What takes a while to make: the link says so until its file is there, the button until the next page is; neither is followed twice.

for (const link of document.querySelectorAll("a[data-makes]")) link.addEventListener("click", make);
for (const button of document.querySelectorAll("button[data-makes]")) addEventListener("submit", (event) => {
  if (event.target !== button.form || event.defaultPrevented) return; // not connected
  if (button.ariaBusy) return event.preventDefault();
  button.ariaBusy = "true";
  button.textContent = button.dataset.makes;
});
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); }); // somebody came back to it

async function make(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a tab of its own
  event.preventDefault();
  const link = event.currentTarget, said = link.textContent;
  if (link.ariaBusy) return;
  link.ariaBusy = "true";
  link.textContent = link.dataset.makes;
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(answer.statusText);
    const file = document.createElement("a");
    file.href = URL.createObjectURL(await answer.blob());
    file.download = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition"))?.[1] ?? "";
    file.click();
    setTimeout(() => URL.revokeObjectURL(file.href), 60000);
  } catch {
    location.assign(link.href); // the page of the problem says why
  }
  link.textContent = said;
  link.ariaBusy = null;
}
