// Short forms made quicker: steps for numbers, rows that appear when they are wanted, parts that are there when they are stated.

const root = document.getElementById("play");
const REST = 250; // milliseconds without a change after which a form is asked about

function dress() {
  for (const button of root.querySelectorAll("[data-do=less], [data-do=more]")) button.hidden = false;
  for (const rows of root.querySelectorAll("[data-rows]:not([data-dressed])")) {
    rows.dataset.dressed = "yes";
    const add = rows.querySelector(":scope > [data-do=add-row]");
    const spare = blank(rows);
    for (const row of spare) row.hidden = true;
    add.hidden = spare.length === 0;
  }
  for (const tick of root.querySelectorAll(".part > legend input")) state(tick);
}

function blank(rows) {
  return [...rows.querySelectorAll(":scope > .row")].filter((row) => !row.hidden && !first(row).value);
}

function first(row) {
  return row.querySelector("select, input:not([type=hidden], [type=checkbox])");
}

function state(tick) {
  for (const one of tick.closest(".part").children) if (one.tagName !== "LEGEND") one.hidden = !tick.checked;
}

function step(button) {
  const input = button.parentElement.querySelector("input");
  const by = button.dataset.do === "more" ? 1 : -1;
  const least = input.min === "" ? -Infinity : Number(input.min), most = input.max === "" ? Infinity : Number(input.max);
  const next = Math.min(most, Math.max(least, (Number(input.value) || 0) + by));
  input.value = Number.isFinite(next) ? next : 0;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

root.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button?.dataset.do === "less" || button?.dataset.do === "more") step(button);
  if (button?.dataset.do === "add-row") {
    const next = button.parentElement.querySelector(":scope > .row[hidden]");
    if (!next) return;
    next.hidden = false;
    first(next).focus();
    button.hidden = !button.parentElement.querySelector(":scope > .row[hidden]");
  }
});
root.addEventListener("change", (event) => {
  if (event.target.matches(".part > legend input")) state(event.target);
});
// What a form would come to as it is filled in, told before it is sent.
let asked = 0;
root.addEventListener("input", (event) => {
  const form = event.target.closest?.("details.short form"), says = form?.querySelector("[data-part=leads]");
  if (!says) return;
  clearTimeout(asked);
  asked = setTimeout(() => foresee(form, says), REST);
});

root.addEventListener("toggle", (event) => {
  const form = event.target.matches("details.short[open]") && event.target.querySelector("form"), says = form && form.querySelector("[data-part=leads]");
  if (says) foresee(form, says);
}, true); // a toggle does not bubble

async function foresee(form, says) {
  try {
    const answer = await fetch(`/games/${root.dataset.game}/play/foresee`, { method: "POST", body: new URLSearchParams([...new FormData(form)]) });
    const found = answer.ok ? await answer.json() : { says: "" };
    says.hidden = !found.says;
    says.classList.toggle("fault", found.bad === true);
    says.textContent = found.says && !found.bad ? `→ ${found.says}` : found.says;
  } catch {
    says.hidden = true; // not connected: it is told when it is sent
  }
}

root.addEventListener("greffe:placed", dress);
dress();
