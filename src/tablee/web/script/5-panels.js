// Panels, score sheets, menus, and what else a page may ask for by an attribute.

let sheetClosed = new Promise(() => {}); // kept when the last score sheet is put away

/** Opens a dialog above the page; Escape closes it, and focus goes back to where it was. */
function openDialog(dialog) {
  if (dialog.open && !dialog.matches(":modal")) dialog.close(); // as a page without script shows it
  if (dialog.open) return dialog;
  const was = focusNow();
  dialog.showModal();
  const closed = new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  closed.then(() => was && document.activeElement === document.body && byId(was.id)?.focus());
  if (dialog.id === "sheet") sheetClosed = closed;
  return dialog;
}

/** Makes a dialog, which is gone when it is closed. */
function panel(kind, title, ...inside) {
  const close = make("button", { className: "b round", type: "button" }, "✕");
  close.setAttribute("aria-label", words.close);
  close.dataset.close = "";
  const head = make("header", {}, make("h2", {}, title), close);
  const dialog = make("dialog", { className: `drawer ${kind}` }, head, ...inside);
  dialog.setAttribute("aria-label", title);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  return openDialog(dialog);
}

/** Shows how points came about. */
function showSheet(html) {
  const sheet = byId("sheet");
  if (!sheet) return;
  byId("points").replaceWith(read(html));
  openDialog(sheet);
}

function help() {
  if (document.querySelector("dialog:modal")) return;
  const list = make("dl", { className: "keys" });
  for (const [key, what] of words.list) list.append(make("dt", {}, make("kbd", {}, key)), make("dd", {}, what));
  panel("help", words.keys, list);
}

/** Opens the rule book beside the table, at a clause. */
async function openRules(link) {
  const url = new URL(link.href);
  let rules = document.querySelector("dialog.rules");
  if (rules?.dataset.path !== url.pathname) {
    const page = await fetchPage(`${url.pathname}?panel`);
    if (!page) return location.assign(url);
    rules?.close();
    const inside = page.getElementById("main") || page.body;
    rules = panel("rules", page.title.split(" · ")[0], ...inside.childNodes);
    rules.dataset.path = url.pathname;
  }
  for (const old of all(".found", rules)) old.classList.remove("found");
  const clause = url.hash && rules.querySelector(`#${CSS.escape(url.hash.slice(1))}`);
  if (!clause) return null;
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

/** Follows a table that has not begun: its page is fetched anew whenever something changes. */
function follow(main) {
  let first = true;
  new EventSource(main.dataset.follow).addEventListener("table", async () => {
    if (first) return (first = false);
    const page = await fetchPage(location.href);
    if (page?.getElementById("play")) return location.reload();
    const fresh = page?.getElementById("main");
    if (!fresh) return null;
    const typing = document.activeElement?.closest("#main input");
    const opened = all("details", main).map((menu) => menu.open);
    main.replaceChildren(...fresh.childNodes);
    const again = typing?.id && byId(typing.id);
    if (again) again.value = typing.value;
    all("details", main).forEach((menu, n, menus) => (menu.open = menus.length === opened.length && opened[n]));
    return again && again.focus();
  });
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
