// The score pads: a press counts at once, the house says what it is worth, the device keeps the text.

const pads = {
  /** What the device has kept; nothing where it keeps nothing. */
  load(name, usual) {
    try {
      return JSON.parse(localStorage.getItem(name)) || usual;
    } catch {
      return usual;
    }
  },
  save(name, what) {
    try {
      localStorage.setItem(name, JSON.stringify(what));
    } catch {
      // the address still holds the sheet
    }
  },
  /** Who plays what: the part of a text that stays while rounds are added. */
  head: (text) => text.split("~~")[0],
};

function padMain() {
  return document.querySelector("main[data-pad]");
}

/** Keeps the sheet that is open, the latest first. */
function keepPad() {
  const { text } = padMain().dataset;
  const others = pads.load("pads", []).filter((one) => pads.head(one) !== pads.head(text));
  pads.save("pads", [text, ...others].slice(0, 12));
  const { [pads.head(text)]: _, ...shared } = pads.load("pads-shared", {});
  const { live } = padMain().dataset;
  pads.save("pads-shared", live ? { ...shared, [pads.head(text)]: live } : shared);
  navigator.serviceWorker?.controller?.postMessage({ sheet: `/pad/${padMain().dataset.pad}?${new URLSearchParams({ p: text })}` });
}

/** Lists the sheets that are kept on this device. */
function listPads(box) {
  const titles = new Map(box.dataset.titles.split("|").map((one) => one.split("=")));
  const kept = pads.load("pads", []).filter((text) => !box.dataset.game || text.split("~")[1] === box.dataset.game);
  const list = box.querySelector("ul");
  list.replaceChildren();
  for (const text of kept) {
    const [, game, , ...names] = pads.head(text).split("~");
    const shared = pads.load("pads-shared", {})[pads.head(text)];
    const href = shared && shared !== box.dataset.gone ? `/pad/live/${shared}` : `/pad/${game}?${new URLSearchParams({ p: text })}`;
    const link = make("a", { href }, make("b", {}, titles.get(game) || game), ` ${names.join(", ")}`, ...(href.includes("/live/") ? [make("small", {}, ` · ${box.dataset.shared}`)] : []));
    const forget = make("button", { type: "button", className: "b round" }, "✕");
    forget.setAttribute("aria-label", `${box.dataset.forget} : ${names.join(", ")}`);
    forget.addEventListener("click", () => {
      pads.save("pads", pads.load("pads", []).filter((one) => one !== text));
      listPads(box);
    });
    list.append(make("li", {}, link, forget));
  }
  box.hidden = !kept.length;
}

/** The answers of the round as the form has them, in the order in which they are asked. */
function padDraft(form) {
  const names = new Set([...form.elements].map((field) => field.name).filter((name) => name && !["p", "round", "press"].includes(name)));
  const said = new FormData(form);
  return [...names].map((name) => Number(String(said.get(name)).replace("−", "-")) || 0).join(".");
}

/** The address of the round as it stands; the device keeps it until it is noted. */
function padAddress(form, on) {
  const d = padDraft(form);
  const { text, round, live } = padMain().dataset;
  pads.save("pad-draft", { text, round, d, live });
  return `${form.action}?${new URLSearchParams({ p: text, n: round, d, on })}`;
}

/** Goes on with what was being noted when the page was left. */
function resumePad() {
  const { text, round } = padMain().dataset;
  const left = pads.load("pad-draft", {});
  const form = byId("round");
  const same = padMain().dataset.live ? left.live === padMain().dataset.live : left.text === text && left.round === round;
  if (!form || location.search.includes("&d=") || !same || !left.d || left.d === padDraft(form)) return;
  location.replace(`${form.action}?${new URLSearchParams({ p: left.text, n: left.round, d: left.d })}`);
}

/** Milliseconds between two looks at a shared sheet. */
const LOOK_AGAIN = 2000;

let asked = 0;
let anew = false; // whether questions have changed with the answers
/** Asks the house what the round is worth as it stands; only the latest answer counts. */
async function askPad(form, whole, focus = "") {
  const number = ++asked;
  anew ||= whole;
  const on = document.activeElement?.closest(".panel")?.id.replace("panel-", "") || form.querySelector("details.theirs[open]")?.id.replace("panel-", "") || "";
  const url = padAddress(form, on);
  history.replaceState(null, "", url);
  const draft = padDraft(form);
  const page = await fetchPage(url);
  if (number !== asked) return null;
  if (page && draft !== padDraft(form)) return askPad(form, whole, focus); // touched meanwhile
  if (!page) return toast(padMain().dataset.gone, 6000);
  toast("");
  if (anew) return showPad(page, focus || document.activeElement?.id);
  for (const part of all(".live", page)) byId(part.id)?.replaceChildren(...part.childNodes);
  return null;
}

/** Shows a fetched sheet in place of the one before. */
function showPad(page, focus) {
  const fresh = page.querySelector("main");
  const was = padMain();
  if (!fresh?.dataset.pad) return toast(page.querySelector(".notice")?.textContent || was.dataset.gone, 6000);
  const same = was.dataset.text === fresh.dataset.text;
  const folds = same ? all("details.theirs", was) : []; // one may have been opened since it was asked for
  was.replaceWith(fresh);
  for (const fold of folds) if (byId(fold.id)) byId(fold.id).open = fold.open;
  anew = false;
  keepPad();
  offerShare();
  if (!same) byId("said").textContent = fresh.dataset.said;
  byId(focus)?.focus({ preventScroll: focus !== "board" });
  if (focus === "board") byId("board").scrollIntoView({ block: "start", behavior: still.matches ? "auto" : "smooth" });
}

let pause = 0;
/** Posts the round; nothing is lost where the house does not answer. */
async function notePad(form, button) {
  clearTimeout(pause);
  asked += 1;
  const on = padAddress(form, "");
  const body = new URLSearchParams(new FormData(form, button));
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  if (!answer) return toast(padMain().dataset.gone, 6000);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const { text } = page.querySelector("main")?.dataset || {};
  const noted = text && text !== padMain().dataset.text && !new URL(answer.url).searchParams.has("d");
  if (noted) pads.save("pad-draft", {});
  history.pushState(null, "", noted ? answer.url : on);
  return showPad(page, noted ? "board" : document.activeElement?.id);
}

/** Counts one more or one less, and shows it before the house has answered. */
function countPad(form, name, by) {
  const field = form.elements[name];
  const n = Number(field.value) + by;
  const garden = field.closest(".theirs")?.querySelector(".garden");
  const full = garden && by > 0 && garden.children.length >= garden.dataset.beds;
  if (n > field.dataset.most || full) return toast(padMain().dataset.limit, 2500);
  if (n < field.dataset.least) return null;
  field.value = n;
  for (const shown of all(`[data-shows="${name}"]`, form)) shown.textContent = n;
  if (garden) plantPad(garden, form.querySelector(`.kind[value="+${name}"]`), name, by);
  const what = form.querySelector(`[value="+${name}"]`);
  byId("said").textContent = `${what.closest("[data-what]")?.dataset.what || what.querySelector(".unseen").textContent} ${n}`;
  clearTimeout(pause);
  pause = setTimeout(() => askPad(form, false), 250);
  return null;
}

/** Lays a card on the next bed, or takes one of its kind away. */
function plantPad(garden, kind, name, by) {
  const same = all(`[value="-${name}"]`, garden);
  if (by < 0) {
    const gone = same.find((bed) => bed === document.activeElement) || same.at(-1);
    (gone.nextElementSibling || gone.previousElementSibling || kind).focus({ preventScroll: true });
    return gone.remove();
  }
  const bed = make("button", { className: "bed new", name: "press", value: `-${name}` }, kind.querySelector("svg").cloneNode(true));
  bed.setAttribute("aria-label", kind.dataset.less);
  return same.length ? same.at(-1).after(bed) : garden.append(bed);
}

/** Rolls a die here, by the device's own source of chance. */
function rollPad(form, button, name) {
  const { die, plus } = button.closest(".die").dataset;
  const bytes = new Uint32Array(1);
  do crypto.getRandomValues(bytes);
  while (bytes[0] >= 2 ** 32 - (2 ** 32 % die));
  const face = (bytes[0] % die) + 1;
  byId(`q-${name}-${face + Number(plus)}`).checked = true;
  const drawn = button.querySelector("use");
  drawn.setAttribute("href", drawn.getAttribute("href").replace(/\d+$/, face));
  byId("said").textContent = `${padMain().dataset.rolled} ${face}`;
  const spin = { rotate: ["-540deg", "0deg"], translate: ["-30px -26px", "14px -34px", "0 0"] };
  const turns = still.matches ? null : button.querySelector(".cube").animate(spin, { duration: 700, easing: "cubic-bezier(0.2, 0.9, 0.25, 1)" });
  Promise.resolve(turns?.finished).then(() => askPad(form, true, `q-${name}-${face + Number(plus)}`));
}

/** Looks whether another device has written on a shared sheet; what is being noted here stays. */
async function followPad() {
  const { live, version } = padMain().dataset;
  if (!live || document.hidden) return;
  const answer = await fetch(`/pad/live/${live}/version`).catch(() => null);
  const now = answer?.ok ? await answer.text() : version;
  if (now === version || padMain().dataset.version !== version) return;
  if (now === "0") {
    toast(padMain().dataset.over, 6000);
    delete padMain().dataset.live;
    keepPad(); // as a copy
    return;
  }
  const form = byId("round");
  if (form && padDraft(form) !== form.dataset.before) {
    askPad(form, true);
    return;
  }
  const page = await fetchPage(`/pad/live/${live}`);
  if (page && padMain().dataset.version === version) showPad(page, document.activeElement?.id);
}

if (padMain()) {
  document.documentElement.classList.add("scripted");
  keepPad();
  resumePad();
  addEventListener("submit", (event) => {
    const { target: form, submitter: button } = event;
    if (!form.matches("[data-form=pad]") || !button) return;
    event.preventDefault();
    const [how, name] = [button.value[0], button.value.slice(1)];
    if (how === "*") rollPad(form, button, name);
    else if (how === "+" || how === "-") countPad(form, name, how === "+" ? 1 : -1);
    else notePad(form, button);
  });
  addEventListener("change", ({ target }) => {
    const form = target.closest("[data-form=pad]");
    if (form) askPad(form, target.type === "radio", target.id);
  });
  addEventListener("online", () => byId("round") && askPad(byId("round"), true));
  addEventListener("click", ({ target }) => target.closest("#round .keep a") && pads.save("pad-draft", {})); // left for good
  addEventListener("popstate", () => location.reload());
  setInterval(followPad, LOOK_AGAIN);
}
for (const box of all("#kept")) listPads(box);
