// The time zone of quiet hours, as the browser has it.
const zone = document.querySelector("[data-zone]");
if (zone && !zone.value) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";

// Calling this browser: it asks its push service for an address and keys, which the form then sends. The service worker shows what comes.
const form = document.querySelector("[data-push]");
if (form && "serviceWorker" in navigator && "PushManager" in window) {
  form.hidden = false;
  form.querySelector("button").addEventListener("click", async () => {
    try {
      await navigator.serviceWorker.register("/offline.js", { scope: "/games/" });
      const worker = await navigator.serviceWorker.ready;
      const asked = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: form.dataset.push });
      const { endpoint, keys } = asked.toJSON();
      form.elements.to.value = endpoint;
      form.elements.token.value = `${keys.p256dh}.${keys.auth}`;
      form.submit();
    } catch {
      form.querySelector("[role=status]").hidden = false;
    }
  });
}

// The secret of a webhook, into the clipboard: the old way where the page is served without https, which has no other.
const copy = document.querySelector("[data-copy]");
if (copy) {
  const field = document.getElementById(copy.dataset.copy);
  const said = copy.parentElement.querySelector("[role=status]");
  copy.hidden = false;
  copy.addEventListener("click", async () => {
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
