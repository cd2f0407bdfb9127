// Forms made from types, made quicker: steps for numbers, rows that appear when they are wanted. What is in a part that is not ticked
// is not sent; ticked again, it stands there as it was.

const UNTICKED = ".part:has(> legend .check > [name$='.given']:not(:checked)) > .fields";

function dress() {
  for (const one of document.querySelectorAll(".part > .fields :is(input, select)")) one.disabled = one.closest(UNTICKED) !== null;
  for (const button of document.querySelectorAll(".step > button")) button.hidden = false;
  for (const rows of document.querySelectorAll("[data-rows]:not([data-dressed])")) {
    rows.dataset.dressed = "yes";
    const spare = [...rows.querySelectorAll(":scope > .repeat")].filter((row) => row.dataset.spare || empty(row));
    for (const row of spare) row.hidden = true;
    rows.querySelector(":scope > [data-do=add-row]").hidden = spare.length === 0;
  }
}

function empty(row) {
  const entered = (one) => (["checkbox", "radio"].includes(one.type) ? one.checked : one.value);
  return ![...row.querySelectorAll("input, select")].some(entered);
}

function step(button) {
  const input = button.parentElement.querySelector("input");
  const by = button.dataset.do === "more" ? 1 : -1;
  const least = input.min === "" ? -Infinity : Number(input.min), most = input.max === "" ? Infinity : Number(input.max);
  const next = Math.min(most, Math.max(least, (Number(input.value) || 0) + by));
  input.value = Number.isFinite(next) ? next : 0;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button?.matches(".step > button")) step(button);
  if (button?.dataset.do !== "add-row") return;
  const next = button.parentElement.querySelector(":scope > .repeat[hidden]");
  if (!next) return; // where the page grows by itself, it is sent for more
  event.preventDefault();
  next.hidden = false;
  next.querySelector("input, select").focus();
  if (button.type === "button") button.hidden = !button.parentElement.querySelector(":scope > .repeat[hidden]");
});
document.addEventListener("change", (event) => { if (event.target.matches("form, [name$='.given']")) dress(); });
document.getElementById("play")?.addEventListener("greffe:placed", dress);
dress();
