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
