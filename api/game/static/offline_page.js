// The page of a seat, kept on the device as it was last shown, so that it can be opened again while there is no network: the browser
// asks `/offline.js`, a service worker, which answers from here where the service does not. Browsers allow that to pages from this
// device or by https alone; elsewhere nothing is kept.

const KEPT = "greffe-play";
const there = () => "caches" in window && "serviceWorker" in navigator;

// Under its address, with the seat that was chosen. A page that shows what was covered is not kept: the device goes from hand to hand.
function name(address) {
  const { origin, pathname, searchParams } = new URL(address, location);
  const path = pathname.match(/^\/games\/[^/]+\/play$/)?.[0], seat = searchParams.get("seat");
  if (!path || searchParams.has("show") || new URLSearchParams(location.search).has("show")) return "";
  return origin + path + (seat ? `?seat=${encodeURIComponent(seat)}` : "");
}

// The page as the service made it, without what scripts have made of it since. It goes on with the parts that are answered.
const pristine = document.cloneNode(true);

// Put parts of an answer in their places, and keep the page under its address.
export async function keepParts(fresh, address, parts) {
  for (const id of parts) {
    const made = fresh.getElementById(id);
    if (made) pristine.getElementById(id)?.replaceWith(pristine.importNode(made, true));
  }
  pristine.title = fresh.title;
  Object.assign(pristine.getElementById("play").dataset, { ...fresh.getElementById("play").dataset });
  await keep(address);
}

async function keep(address) {
  const at = there() && name(address);
  if (!at) return;
  const text = `<!doctype html>\n${pristine.documentElement.outerHTML}`, policy = pristine.getElementById("play").dataset.policy;
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
  const kept = await caches.open(KEPT);
  await kept.put(at, new Response(text, { headers }));
  if (at.includes("?")) await kept.put(at.split("?")[0], new Response(text, { headers }));
}

// The link or the game is the reader's no more.
export async function forgetPages() {
  if (!there()) return;
  const kept = await caches.open(KEPT);
  const own = (await kept.keys()).filter((one) => new URL(one.url).pathname === location.pathname);
  await Promise.all(own.map((one) => kept.delete(one)));
}

// Have the page open again without a network, with the files it uses.
export function keepForOffline() {
  if (!there()) return;
  navigator.serviceWorker.register("/offline.js", { scope: "/games/" }).catch(() => {}); // refused by the browser's settings
  const all = async () => {
    await keep(location);
    const kept = await caches.open(KEPT), digest = (address) => new URL(address).pathname.match(/^\/static\/(\w+)\//)?.[1];
    const files = performance.getEntriesByType("resource").map((one) => one.name).filter(digest);
    for (const { url } of await kept.keys()) if (digest(url) && digest(url) !== digest(import.meta.url)) await kept.delete(url);
    for (const file of new Set(files)) if (!(await kept.match(file))) await kept.add(file).catch(() => {}); // the network is gone
    document.documentElement.dataset.offline = "kept";
  };
  if (document.readyState === "complete") all();
  else addEventListener("load", all);
}
