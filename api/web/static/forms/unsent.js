// What was typed into a form that leads to another page is not lost where that page does not come. Without a network nothing is sent, and
// the form says so; where what it says does not change by waiting (`data-resend`), it goes by itself as soon as there is one. Whoever comes back to it from what was no answer finds it as it was sent, with its key: it is recorded once.

const STORE = "greffe-unsent", NEVER = ["password", "file"]; // kinds of fields that are not kept
const here = location.pathname + location.search, { sayUnsent, sayBack } = document.body.dataset;
const reached = new WeakSet(); // forms that may go: the service answers, though the browser knows of no network (on its own device)

// "/" puts the cursor into the search of the page's head, unless something is typed in.
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  const search = document.querySelector(".find input");
  if (!search || event.target.closest("input:not([type=checkbox], [type=radio]), select, textarea")) return;
  event.preventDefault(), search.select();
});

const ticked = (one) => (["checkbox", "radio"].includes(one.type) ? "checked" : "value");
const fields = (form) => [...form.elements].filter((one) => one.name && one.name !== "form_token" && !NEVER.includes(one.type));
const alike = (to) => [...document.forms].filter((form) => form.getAttribute("action") === to);

function say(form, text) {
  form.querySelector(":scope > .unsent")?.remove();
  const said = Object.assign(document.createElement("p"), { className: "wrong unsent", textContent: text });
  said.setAttribute("role", "alert");
  form.append(said);
  said.scrollIntoView({ block: "nearest" });
}

function keep(form) {
  const to = form.getAttribute("action"), values = fields(form).map((one) => [one.name, one[ticked(one)]]);
  const text = JSON.stringify({ here, to, nth: alike(to).indexOf(form), values });
  try { sessionStorage.setItem(STORE, text); } catch { sessionStorage.removeItem(STORE); } // more than the browser keeps
}

// Last of all that listen: what another script sends is its own to keep.
addEventListener("submit", async (event) => {
  const form = event.target, button = event.submitter;
  if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
  keep(form);
  if (navigator.onLine || reached.delete(form)) return;
  event.preventDefault();
  if (!(await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null))) {
    const again = form.closest("[data-resend]")?.dataset.resend;
    if (again) addEventListener("online", () => form.requestSubmit(button), { once: true });
    return say(form, again ?? sayUnsent);
  }
  reached.add(form);
  form.requestSubmit(button);
});

const { type = "navigate", responseStatus } = performance.getEntriesByType("navigation")[0] ?? {}; // a screen clears what was measured
const kept = JSON.parse(sessionStorage.getItem(STORE)), form = kept?.here === here && alike(kept.to)[kept.nth];
if (type === "navigate" && !(responseStatus >= 400)) sessionStorage.removeItem(STORE); // there was an answer
else if (type !== "navigate" && form) {
  fields(form).forEach((one, n) => { if (kept.values[n]?.[0] === one.name) one[ticked(one)] = kept.values[n][1]; });
  form.dispatchEvent(new Event("change", { bubbles: true }));
  form.closest("details")?.setAttribute("open", "");
  say(form, sayBack);
  form.querySelector("button:not([type=button])")?.focus();
}
