// What a form would come to as it is filled in, told before it is sent.

const root = document.getElementById("play");
const REST = 250; // milliseconds without a change after which a form is asked about
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
    says.classList.toggle("wrong", found.bad === true);
    says.textContent = found.says && !found.bad ? `→ ${found.says}` : found.says;
  } catch {
    says.hidden = true; // not connected: it is told when it is sent
  }
}
