// Signing a record with a key of the player's own. The key is made here, is kept by this browser and goes nowhere, unless the player
// saves it into a file: a PKCS #8 key in PEM, which `greffe countersign` and openssl read as well.

import { ask } from "../ask.js";

const STORE = "keys", NAME = "countersign";
const ALGORITHM = { name: "Ed25519" };
const TRIES = 4;

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("greffe", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function kept(mode, use) {
  const store = await open();
  try {
    return await new Promise((resolve, reject) => {
      const request = use(store.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    store.close();
  }
}

const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
const pem = (der) => `-----BEGIN PRIVATE KEY-----\n${base64(der).replace(/(.{64})(?=.)/g, "$1\n")}\n-----END PRIVATE KEY-----\n`;

function der(text) {
  const found = /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/.exec(text);
  if (!found) throw new TypeError("no PEM");
  return bytes(found[1].replace(/\s/g, ""));
}

// A key pair from a private key: what WebCrypto gives of the public one is in the private one's JWK.
async function pair(privateKey) {
  const { kty, crv, x } = await crypto.subtle.exportKey("jwk", privateKey);
  const publicKey = await crypto.subtle.importKey("jwk", { kty, crv, x }, ALGORITHM, true, ["verify"]);
  return { privateKey, publicKey };
}

class Countersign extends HTMLElement {
  async connectedCallback() {
    this.do("sign").addEventListener("click", () => this.sign());
    this.do("save").addEventListener("click", () => this.save());
    this.part("load").querySelector("input").addEventListener("change", (event) => this.load(event.target.files[0]));
    if (await this.able()) {
      this.do("sign").hidden = this.part("load").hidden = false;
      await this.show();
    } else {
      this.querySelector("details").open = true;
      this.say(this.dataset.sayUnable);
    }
  }

  do(name) { return this.querySelector(`[data-do=${name}]`); }
  part(name) { return this.querySelector(`[data-part=${name}]`); }

  // Whether this browser signs with Ed25519 here: WebCrypto is there on secure addresses alone.
  async able() {
    try {
      await crypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);
      await kept("readonly", (keys) => keys.count());
      return true;
    } catch {
      return false;
    }
  }

  // One device that signs for a whole table has a key for each seat.
  get name() { return this.dataset.shared ? `${NAME} ${this.dataset.game} ${this.dataset.seat}` : NAME; }
  own() { return kept("readonly", (keys) => keys.get(this.name)); }
  keep(key) { return kept("readwrite", (keys) => keys.put(key, this.name)); }

  async show() {
    const key = await this.own(), line = this.part("key");
    this.do("save").hidden = !key;
    line.hidden = false;
    line.replaceChildren(key ? `${this.dataset.sayHere} ` : this.dataset.sayNone);
    if (key) line.append(Object.assign(document.createElement("code"), { textContent: await this.publicOf(key) }));
  }

  async publicOf(key) { return base64(await crypto.subtle.exportKey("raw", key.publicKey)); }

  say(text) {
    const trouble = this.part("trouble");
    trouble.hidden = !text;
    trouble.textContent = text;
  }

  async sign() {
    const press = this.do("sign"), { seat, about, message } = this.dataset;
    press.disabled = true;
    this.say("");
    try {
      let key = await this.own();
      if (!key) {
        key = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
        await this.keep(key);
      }
      const signature = base64(await crypto.subtle.sign(ALGORITHM, key.privateKey, new TextEncoder().encode(message)));
      const answer = await this.send({ seat, about: Number(about), public: await this.publicOf(key), signature });
      if (answer?.ok) {
        location.reload();
        return;
      }
      const problem = await answer?.json() ?? { detail: this.dataset.sayAway };
      this.say(problem.text?.[this.dataset.lang] ?? problem.detail);
    } catch {
      this.say(this.dataset.sayAway);
    }
    press.disabled = false;
    press.focus(); // which it lost meanwhile
    await this.show();
  }

  // What is signed stays what it is, whatever is recorded meanwhile: so somebody who was faster only moves where it is written.
  // The key stays the same, so that a signature whose answer was lost is recorded once.
  async send(body) {
    const { game, seq } = this.dataset;
    this.once ??= `page-${crypto.randomUUID()}`;
    for (let head = seq, left = TRIES; ; left -= 1) {
      const answer = await ask(`/api/v1/games/${game}/countersignatures`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "If-Match": `"${head}"`, "Idempotency-Key": this.once },
        body: JSON.stringify(body),
      });
      if (answer?.status !== 412 || !left) return answer;
      head = (await answer.json()).current;
    }
  }

  async save() {
    const key = await this.own();
    const file = new Blob([pem(await crypto.subtle.exportKey("pkcs8", key.privateKey))], { type: "application/x-pem-file" });
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: "greffe-countersign.pem" });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async load(file) {
    if (!file) return;
    this.say("");
    this.once = undefined;
    try {
      await this.keep(await pair(await crypto.subtle.importKey("pkcs8", der(await file.text()), ALGORITHM, true, ["sign"])));
    } catch {
      this.say(this.dataset.sayBad);
    }
    await this.show();
  }
}

customElements.define("greffe-countersign", Countersign);
