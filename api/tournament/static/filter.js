// Rows with names: those that have what is typed stay in sight, whatever its case and accents.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export function filter() {
  for (const hint of document.querySelectorAll(".filter")) hint.hidden = false;
  const typed = plain(document.querySelector("[data-filter]")?.value ?? "").trim();
  for (const row of document.querySelectorAll("[data-table], [data-named]")) {
    const names = [...row.querySelectorAll(".who")].map((name) => plain(name.textContent));
    row.hidden = typed !== "" && !names.some((name) => name.includes(typed));
  }
}

document.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) filter(); });
document.addEventListener("greffe:renewed", filter);
filter();
