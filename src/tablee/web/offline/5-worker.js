// The service worker: being called when no page is open, and what can be read without a network.

/** Whether there is a service worker: for pages from https or this machine. */
const engaged = navigator.serviceWorker ? new Promise((done) => addEventListener("load", () => done(engage()))) : null;

/** Registers it; it keeps itself up to date. The first page was loaded without it. */
async function engage() {
  const page = navigator.serviceWorker.controller ? "" : location.href.split("#")[0];
  try {
    await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
  } catch {
    return false; // a private window may refuse it
  }
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ lang, light: document.documentElement.dataset.light || "", page });
  return true;
}

/** Offers to be called on this device, or says why that cannot be. */
async function offerPush(where) {
  const button = where.querySelector("[data-push]");
  if (!button) return;
  const said = byId("push-not");
  const can = window.isSecureContext && "PushManager" in window && "Notification" in window && (await engaged);
  said.textContent = can ? "" : said.dataset.cannot;
  if (!can) return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const mine = await pushManager.getSubscription().catch(() => null);
  const item = mine && where.querySelector(`[data-channel="${await nameOf(mine.endpoint)}"]`);
  item?.classList.add("own");
  button.hidden = Boolean(item);
}

/** The name by which the server knows the subscription of this browser. */
async function nameOf(endpoint) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`push  ${endpoint}`));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Asks the browser, after a press, whether Tablée may call here; and the server to do it. */
async function callHere(button) {
  const said = byId("push-not");
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") {
      said.textContent = said.dataset.denied;
      return;
    }
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: button.dataset.push });
    const how = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(made) };
    const answer = await fetch("/me/calls/push", how);
    if (!answer.ok) throw new Error(`${answer.status}`);
    location.assign(button.dataset.then);
  } catch {
    said.textContent = said.dataset.failed;
  } finally {
    button.disabled = false;
  }
}

/** Has the browser of this device forget that it was called. */
async function uncall() {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}

/** Loads the page again as soon as there is an answer. */
async function goOn() {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

/** Shows on the page without a network what can be read there, and goes on when there is one. */
async function showKept() {
  const kept = await caches.match("/wishes").then((found) => found?.json());
  if (kept?.light) document.documentElement.dataset.light = kept.light;
  const urls = (await (await caches.open("pages")).keys()).map(({ url }) => url);
  for (const link of all("[data-kept]")) {
    const path = link.dataset.kept || link.getAttribute("href");
    const last = urls.findLast((url) => new URL(url).pathname === path || new URL(url).pathname.startsWith(`${path}/`));
    if (last && !link.dataset.kept) link.href = last;
    link.parentElement.hidden = !last;
  }
  byId("readable").hidden = !all("#readable li:not([hidden])").length;
  if (location.pathname === "/offline") return; // it is read for its own sake
  addEventListener("online", goOn);
  setInterval(goOn, 4000);
}
