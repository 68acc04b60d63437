// Panels, score sheets, menus, and what else a page may ask for by an attribute.

/** Opens something above the page; Escape closes it, and focus goes back. */
function openDialog(kind, label, ...inside) {
  const close = make("button", { className: "b round close", type: "button" }, "✕");
  close.setAttribute("aria-label", words.close);
  const dialog = make("dialog", { className: kind }, close, ...inside);
  if (label) dialog.setAttribute("aria-label", label);
  const was = focusNow();
  const here = document.activeElement;
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest(".close")) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    (here?.isConnected ? here : was && byId(was.id))?.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

let sheetClosed = new Promise(() => {}); // when the last score sheet has been put away

function openSheet(inside) {
  document.querySelector("dialog.sheet")?.close();
  const dialog = openDialog("sheet", "", inside);
  sheetClosed = new Promise((done) => dialog.addEventListener("close", done));
}

function help() {
  if (document.querySelector("dialog:modal")) return;
  const list = make("dl", { className: "keys" });
  for (const [key, what] of words.list) list.append(make("dt", {}, make("kbd", {}, key)), make("dd", {}, what));
  openDialog("sheet", words.keys, make("h2", {}, words.keys), list);
}

/** Opens a page beside the table, at a clause. */
async function openPanel(link) {
  const url = new URL(link.href);
  let panel = document.querySelector("dialog.side");
  if (!panel || panel.dataset.path !== url.pathname) {
    const asked = new URL(url);
    asked.searchParams.set("panel", "");
    const answer = await fetch(asked).catch(() => null);
    if (!answer?.ok) return location.assign(url);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    panel?.close();
    const inside = page.getElementById("main") || page.body;
    panel = openDialog("side", link.textContent.trim(), ...inside.childNodes);
    panel.dataset.path = url.pathname;
  }
  for (const old of all(".found", panel)) old.classList.remove("found");
  const clause = url.hash && panel.querySelector(`#${CSS.escape(url.hash.slice(1))}`);
  if (!clause) return null;
  clause.classList.add("found");
  return clause.scrollIntoView({ block: "start" });
}

/** Copies a text, also where a browser allows it only by hand. */
async function copy(button) {
  const text = button.dataset.copy;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", { value: text, className: "unseen" });
    button.after(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    button.focus();
  }
  notice(words.copied, 2000);
}

/** Follows what happens at a table that has not begun: the page is fetched anew. */
function follow(main) {
  const source = new EventSource(main.dataset.follow);
  source.addEventListener("changed", async () => {
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (page.getElementById("play")) return location.reload();
    const fresh = page.getElementById("main");
    const typing = document.activeElement?.closest("#main input");
    const again = typing?.name && fresh.querySelector(`input[name="${CSS.escape(typing.name)}"]`);
    if (again) again.value = typing.value;
    byId("main").replaceChildren(...fresh.childNodes);
    again?.focus();
  });
}

/** Does at once what a form of wishes asks for, and tells the server: day or night. */
function setLight(button) {
  const root = document.documentElement;
  if (button.value === "day" || button.value === "night") root.dataset.light = button.value;
  else delete root.dataset.light;
  for (const other of all("button[name=light]")) other.setAttribute("aria-pressed", String(other.value === button.value));
  fetch(button.form.action, { method: "POST", body: new URLSearchParams(new FormData(button.form, button)) });
}
