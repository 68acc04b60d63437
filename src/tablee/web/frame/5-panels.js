// Panels, menus, and what else a page may ask for by an attribute.

const wide = matchMedia("(min-width: 1100px)");

/** Opens something above the page, or beside a table where there is room: one reads a rule and
 * looks at one's hand. Escape closes it, and focus goes back to where it was. */
function panel(kind, title, ...inside) {
  document.querySelector(`dialog.${kind}`)?.close();
  const close = make("button", { className: "b round close", type: "button" }, "✕");
  close.setAttribute("aria-label", words.close);
  const dialog = make("dialog", { className: kind }, close, ...inside);
  dialog.setAttribute("aria-label", title);
  const was = focusNow();
  document.body.append(dialog);
  const beside = kind === "side" && wide.matches && form;
  if (beside) dialog.show();
  else dialog.showModal();
  if (beside) hangLamp();
  const closed = new Promise((done) => dialog.addEventListener("close", done));
  closed.then(() => {
    dialog.remove();
    if (beside) hangLamp();
    if (was && document.activeElement === document.body) focusAgain(was);
  });
  return { dialog, closed };
}

/** Posts a button's form without leaving the page: the stream shows what comes of it. */
async function post(button) {
  button.disabled = true;
  const body = new URLSearchParams(button.name ? { [button.name]: button.value } : {});
  const answer = await fetch(button.formAction, { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (!answer) button.disabled = false;
}

/** Lets a press be for good only if it lasts: a finger that slips uncovers nothing. */
function hold(button) {
  let begun = 0;
  button.addEventListener("pointerdown", () => {
    begun = performance.now();
    button.classList.add("holding");
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, () => button.classList.remove("holding"));
  button.addEventListener("click", (event) => {
    if (!event.detail || performance.now() - begun > 900) return; // a key needs no second
    event.preventDefault();
    toast(button.dataset.hold, 2500);
  });
  button.dataset.held = "";
}

function holdAll() {
  for (const button of all("button[data-hold]:not([data-held])")) hold(button);
}

/** Puts something beside the table away, for good: it flies into the book, where it can be read again. */
async function putAway(button) {
  post(button);
  const [gone, book] = [byId(button.dataset.away), document.querySelector('a[data-key="r"]')];
  const [x, y] = book ? away(rectOf(book), rectOf(gone)) : [0, 0];
  const flight = { translate: ["0 0", `${x}px ${y}px`], scale: [1, 0.08], opacity: [1, 1, 0.4] };
  if (!still.matches) await gone.animate(flight, { duration: 420, easing: "cubic-bezier(0.3, 0.1, 0.2, 1)" }).finished;
  gone.remove();
  hangLamp();
}

function help() {
  if (document.querySelector("dialog:modal")) return;
  const list = make("dl", { className: "keys" });
  for (const key of ["move", "take", "back", "tools", "help"]) {
    list.append(make("dt", {}, make("kbd", {}, words[`key_${key}`])), make("dd", {}, words[`key_${key}_is`]));
  }
  panel("above", words.keys, make("h2", {}, words.keys), list);
}

/** Waits for a stylesheet that a panel brings along. */
const styled = (link) => link.sheet || new Promise((done) => (link.onload = link.onerror = done));

/** Opens a page beside the table: the rule book at a clause, the log, the menu. */
async function openPanel(link) {
  let side = document.querySelector("dialog.side");
  const url = new URL(link.getAttribute("href"), side?.contains(link) ? side.dataset.url : location);
  const book = document.querySelector('a[data-key="r"]'); // with the numbers of this table
  if (book && book.pathname === url.pathname) url.search = book.search;
  if (side?.dataset.url.split("#")[0] !== url.href.split("#")[0]) {
    const asked = new URL(url);
    asked.searchParams.set("panel", "");
    const page = await fetchPage(asked);
    if (!page) return location.assign(url);
    const inside = page.getElementById("main") || page.body;
    const title = inside.querySelector("h1, h2")?.textContent || link.textContent.trim();
    side = panel("side", title, ...inside.childNodes).dialog;
    await Promise.all(all("link", side).map(styled));
    offerShare();
    showCalls(side);
    side.dataset.url = url.href;
  }
  for (const old of all(".found", side)) old.classList.remove("found");
  const clause = url.hash && side.querySelector(`#${CSS.escape(url.hash.slice(1))}`);
  if (!clause) return null;
  clause.closest("details")?.setAttribute("open", "");
  clause.classList.add("found");
  return clause.scrollIntoView({ block: "start" });
}

/** Fetches a page; nothing where there is none. */
async function fetchPage(url) {
  const answer = await fetch(url).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

/** Copies a text, also where a browser allows it only by hand. */
async function copy(from) {
  const text = from.dataset.copy || from.value;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", { value: text, className: "unseen" });
    from.after(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  toast(from.dataset.said || words.copied, 2000);
}

/** Offers the device's own way to share, where it has one. */
function offerShare() {
  for (const one of all(".share")) one.hidden = !navigator.share;
}

function share(button) {
  navigator.share({ title: button.dataset.title, ...(button.dataset.text ? { text: button.dataset.text } : { url: button.dataset.share }) }).catch(() => {}); // closed without
}

let leading = 0;
/** Leads everybody over to the next match after some seconds, unless they stay. */
function lead() {
  const way = document.querySelector("a[data-lead]");
  if (form?.dataset.seat === "screen" && byId("offer")?.querySelector("a[href^='/t/']")) return location.reload(); // led over
  if (way && !leading) leading = setTimeout(() => location.assign(way.href), 1000 * way.dataset.lead);
}

/** Stays at this table; a button with a form frees the seat at the next one too. */
function stay(button) {
  clearTimeout(leading);
  leading = -1;
  document.querySelector("a[data-lead]").classList.remove("lead");
  if (button.form) post(button);
  for (const one of all("[data-stay]")) one.remove();
}

/** Draws luck for the shuffle where a form asks for it and nobody has written any. */
function drawLuck(form) {
  const field = form.elements.luck;
  if (!field || field.value) return false;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return true;
}

/** Adds luck for somebody who sits at a table and has added none. */
function bringLuck() {
  for (const form of all("form[data-luck]")) {
    if (drawLuck(form)) fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" });
    delete form.dataset.luck;
  }
}

/** Makes day or night at once, and tells the server. */
function setLight(button) {
  const root = document.documentElement;
  if (button.value === "auto") delete root.dataset.light;
  else root.dataset.light = button.value;
  for (const other of all("button[name=light]")) {
    other.classList.toggle("chosen", other.value === button.value);
    if (other.value === button.value) other.setAttribute("aria-current", "true");
    else other.removeAttribute("aria-current");
  }
  const menu = button.closest("details");
  const sign = menu?.querySelector("summary svg");
  if (sign) sign.replaceWith(button.querySelector("svg").cloneNode(true));
  if (menu) menu.open = false;
  const body = new URLSearchParams(new FormData(button.form, button));
  fetch(button.form.action, { method: "POST", body, redirect: "manual" });
}
