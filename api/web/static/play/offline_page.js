// The page of a seat, kept on the device as it was last shown, so that it can be opened again while there is no network: the browser
// asks `/offline.js`, a service worker, which answers from here where the service does not. Browsers allow that to pages from this
// device or by https alone; elsewhere nothing is kept.

import { shape } from "../shapes.js";

const KEPT = "greffe-play";
const there = () => "caches" in window && "serviceWorker" in navigator;

// Under its address, with the seat that was chosen. A page that shows what was covered is not kept: the device goes from hand to hand.
function name(address) {
  const { origin, pathname, searchParams } = new URL(address, location);
  const path = pathname.match(/^\/games\/[^/]+\/play$/)?.[0], seat = searchParams.get("seat");
  if (!path || searchParams.has("show") || new URLSearchParams(location.search).has("show")) return "";
  return origin + path + (seat ? `?seat=${encodeURIComponent(seat)}` : "");
}

// Keep the text of an answer, under the policy that it came with.
export async function keepPage(text, answer) {
  const at = there() && name(answer.url);
  if (!at) return;
  const policy = answer.headers.get("Content-Security-Policy");
  if (!policy) return;
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
  const keep = async () => {
    const headers = { Accept: "text/html", "Greffe-Part": shape() }; // as a part: it is no look of the reader's
    const answer = await fetch(location.pathname + location.search, { headers, cache: "no-store" }).catch(() => null);
    if (!answer || Number(answer.headers.get("Greffe-Status") ?? answer.status) >= 400) return;
    await keepPage(await answer.text(), answer);
    const kept = await caches.open(KEPT), digest = (address) => new URL(address).pathname.match(/^\/static\/(\w+)\//)?.[1];
    const files = performance.getEntriesByType("resource").map((one) => one.name).filter(digest);
    for (const { url } of await kept.keys()) if (digest(url) && digest(url) !== digest(import.meta.url)) await kept.delete(url);
    for (const file of new Set(files)) if (!(await kept.match(file))) await kept.add(file).catch(() => {}); // the network is gone
    document.documentElement.dataset.offline = "kept";
  };
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep);
}
