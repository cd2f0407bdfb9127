// A form whose answer takes long says so while it is on its way, and is sent once.

const waiting = (form, on) => {
  document.getElementById(form.dataset.waits).hidden = !on;
  form.querySelector("button").disabled = on;
};

for (const form of document.querySelectorAll("form[data-waits]")) {
  window.addEventListener("submit", (event) => { if (event.target === form && !event.defaultPrevented) waiting(form, true); });
  window.addEventListener("pageshow", () => waiting(form, false)); // back from the answer
}
