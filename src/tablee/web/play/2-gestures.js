// A move is a gesture from a thing to a place: tap and tap, drag, or keys.

let held = ""; // the id of the thing in hand
let lit = new Map(); // the places where it may go, each with its gesture
let beside = ""; // the id of what the bubble speaks of
let drag = null; // a thing under a finger
let finger = -Infinity; // since when one presses something on the table
let light = {}; // what can be done now: gestures, what glows, and why the rest may not be used
let reasons = new Map(); // by the id of a thing or place
let aloft = false; // whether something flies: until it has landed the lamp does not tell who wins

const goesOf = (id) => (light.go || []).filter(([thing]) => thing === id);
const comesTo = (id) => (light.go || []).filter(([, place]) => place === id);
const LIT = ["may", "glow", "here", "held", "not-now", "ring"];

/** Lights the table: all that the server wrote is the same for whoever looks, light is not. */
function shine() {
  const board = byId("table");
  if (!board || !byId("moves")) return;
  light = dress();
  reasons = new Map(light.why.flatMap(([why, clause, spots]) => spots.map((id) => [id, [why, clause]])));
  for (const spot of all(LIT.map((name) => `.${name}`).join(), board)) dim(spot);
  for (const [thing] of light.go) mark(thing, "may");
  for (const id of light.glow) mark(id, "glow");
  for (const id of litPlaces()) mark(id, "here");
  for (const [id, [why]] of reasons) mark(id, "not-now", why);
  for (const [id, seat] of Object.entries(light.rings || {})) mark(id, "ring", "", `by${seat}`);
  for (const zone of new Set(spotsOf(board).map(zoneOf))) rove(zone);
  answerAlone();
  hangLamp();
}

/** Gives the whole table the style of its moment, by which all is laid out; gets its light. */
function dress() {
  const told = JSON.parse(byId("moves").dataset.light);
  const board = byId("table");
  const [hangs] = /\blit\d\b/.exec(board.className) || [""];
  board.className = `table ${board.classList[1]} ${aloft ? told.style.replace(/\blit\d\b/, hangs) : told.style}`;
  const early = byId("stage")?.childElementCount ? [] : told.style.match(/\b(ended|won\d)\b/g) || [];
  board.classList.remove(...early); // who has won stays among the guests until all has landed
  return told;
}

/** Hangs the lamp over whoever acts or has just won; in a lesson over what it is about. */
function hangLamp() {
  if (aloft) return;
  const board = byId("table");
  const task = byId("lesson") && (board.querySelector(".thing.glow") || board.querySelector(".glow"));
  const [lamp, room] = [task || byId(light.lamp), board].map((one) => one?.getBoundingClientRect());
  if (!lamp?.width) return;
  board.style.setProperty("--lx", `${(100 * (lamp.left + lamp.width / 2 - room.left)) / room.width}%`);
  board.style.setProperty("--ly", `${(100 * (lamp.top + lamp.height / 2 - room.top)) / room.height}%`);
  if (task) board.style.setProperty("--lamp-x", `${lamp.left + lamp.width / 2 - room.left - room.width / 2}px`);
}

function dim(spot) {
  spot.classList.remove(...LIT, ...[...spot.classList].filter((name) => /^by\d$/.test(name)));
  for (const name of ["aria-disabled", "aria-description", "aria-pressed"]) spot.removeAttribute(name);
}

function mark(id, style, why = "", more = "") {
  const spot = byId(id);
  if (!spot) return;
  spot.classList.add(style);
  if (more) spot.classList.add(more);
  if (style === "may") spot.setAttribute("aria-pressed", "false");
  if (!why) return;
  spot.setAttribute("aria-disabled", "true");
  spot.setAttribute("aria-description", why);
}

/** The places that are lit while nothing is held: if all things may go to the same ones. */
function litPlaces() {
  const apart = light.go.filter(([thing, place]) => thing !== place);
  const [things, places] = [0, 1].map((n) => new Set(apart.map((gesture) => gesture[n])));
  return apart.length === things.size * places.size ? [...places] : [];
}

const spotsOf = (where) => all("button[name=press]", where);
const zoneOf = (spot) => spot.parentElement.closest("[id]:not(button)");

/** Makes a zone one stop of the Tab key: where one is, or may do something; arrows do the rest. */
function rove(zone, here = null) {
  const spots = spotsOf(zone).filter((spot) => zoneOf(spot) === zone);
  const stop = here || [".held", ".here", ".may"].map((lit) => spots.find((one) => one.matches(lit))).find(Boolean);
  for (const spot of spots) spot.tabIndex = spot === (stop || spots[0]) ? 0 : -1;
}

// What nobody was asked for does itself after a while, always the same, so that it tells nothing.
// Whoever plays by keys or by ear is left in peace, and whoever asks to be asked; nor does it happen
// at a slow table, or in a lesson.
const BY_ITSELF = 3000;
let byHand = false; // whether one last used a finger or a mouse
let answering = 0;

function uses(hand) {
  byHand = hand;
  answerAlone();
}

function answerAlone() {
  clearTimeout(answering);
  const spot = document.querySelector("#table .by-itself.may");
  spot?.classList.remove("runs");
  if (!spot || !table || !byHand || "asks" in form.dataset || byId("bubble")?.querySelector("button")) return;
  spot.classList.add("runs");
  answering = setTimeout(() => byId(spot.id)?.classList.contains("runs") && tap(byId(spot.id)), BY_ITSELF);
}

/** Takes a thing in hand and lights its places. */
function take(thing) {
  putBack();
  held = thing.id;
  lit = new Map(goesOf(thing.id).map((gesture) => [gesture[1], gesture]));
  thing.classList.add("held");
  thing.setAttribute("aria-pressed", "true");
  for (const id of lit.keys()) {
    const place = byId(id);
    if (place && !place.classList.contains("here")) place.classList.add("here", "lit-now");
    if (place) rove(zoneOf(place));
  }
}

/** Puts back what is held; gets it. */
function putBack() {
  const thing = byId(held);
  held = "";
  lit = new Map();
  for (const place of all(".lit-now")) place.classList.remove("here", "lit-now");
  if (!thing) return null;
  thing.classList.remove("held");
  thing.setAttribute("aria-pressed", "false");
  return thing;
}

/** Does what a tap on a thing or a place means. */
function tap(spot, byKey) {
  closeBubble();
  if (lit.has(spot.id)) return carryOut(lit.get(spot.id), spot);
  if (spot.id === held) return putBack();
  const [goes, comes] = [goesOf(spot.id), comesTo(spot.id)];
  if (goes.length === 1) return carryOut(goes[0], spot);
  if (goes.length) {
    take(spot);
    const first = byKey && byId([...lit.keys()][0]);
    if (first) first.focus();
    return null;
  }
  if (comes.length === 1) return carryOut(comes[0], spot);
  return refuse(spot);
}

/** Makes a gesture; one that is for good is offered first, with what it brings. */
function carryOut([, , move, offer], spot) {
  if (!offer) return play(move, spot);
  bubble(spot, offer);
  const answer = (said, style, then) => {
    const one = make("button", { className: style, type: "button" }, said);
    one.addEventListener("click", () => {
      closeBubble();
      then();
    });
    return one;
  };
  const yes = answer(light.yes, "b strong", () => play(move, spot));
  byId("bubble").append(" ", yes, " ", answer(light.no, "b", () => {}));
  answerAlone();
  return yes.focus({ preventScroll: true });
}

/** Shakes its head and says why. */
function refuse(spot) {
  shake(spot);
  const [why, clause] = reasons.get(spot.id) || [];
  if (byId("lesson")) return hostSays(why || (light.go.length ? words.lesson_light : words.lesson_on));
  if (why) return bubble(spot, why, clause);
  return bubble(spot, held ? words.not_here : whatNow());
}

/** Gets what the ribbon says. */
const whatNow = () => byId("ribbon")?.querySelector("p")?.textContent.trim() || "";

function shake(spot) {
  spot.classList.remove("refuse");
  void spot.offsetWidth; // so that it begins anew
  spot.classList.add("refuse");
  spot.addEventListener("animationend", () => spot.classList.remove("refuse"), { once: true });
}

/** Says something beside a thing: inside the window, and off the lit places. */
function bubble(spot, text, clause = "") {
  const said = byId("bubble");
  if (!said || !text) return;
  beside = spot.id;
  said.replaceChildren(text);
  if (clause) {
    const href = `/rules/${byId("table").classList[1]}#${clause}`;
    said.append(" ", make("a", { className: "clause", href }, words.rule + clause));
  }
  Object.assign(said.style, { left: 0, top: 0, bottom: "auto", transform: "none" }); // where it is as wide as it likes
  const [x, y] = roomFor(said, spot.getBoundingClientRect());
  Object.assign(said.style, { left: `${x}px`, top: `${y}px` });
}

/** Finds where something covers the least of what one needs to see, as near to a thing as can be. */
function roomFor({ offsetWidth: w, offsetHeight: h }, at) {
  const [edge, gap] = [8, 12];
  const inside = (value, size, room) => Math.max(edge, Math.min(value, room - size - edge));
  const [left, top] = [at.left + at.width / 2 - w / 2, at.top + at.height / 2 - h / 2];
  const tries = [[left, at.top - h - gap], [left, at.bottom + gap], [at.right + gap, top], [at.left - w - gap, top]];
  for (let x = edge; x <= innerWidth - w; x += 32) for (let y = edge; y <= innerHeight - h; y += 16) tries.push([x, y]);
  const grown = ({ x, y, width, height }, by) => new DOMRect(x, y - by, width + by, height + by); // a star's corner
  const needed = (selector, weight, by = 0) => all(selector).map((one) => [grown(one.getBoundingClientRect(), by), weight]);
  const avoid = [[at, 4], ...needed("#table .here, #table .held", 4), ...needed("#table .lit", 4, 18), ...needed("#ribbon, #hand, #contract, .laid .thing, .target, .plot", 2), ...needed("#table .may, .plate, .top", 1)];
  const cost = ([x, y]) => avoid.reduce((sum, [r, weight]) => sum + weight
    * Math.max(0, Math.min(x + w, r.right) - Math.max(x, r.left))
    * Math.max(0, Math.min(y + h, r.bottom) - Math.max(y, r.top)), 2 * Math.hypot(x - left, y - top));
  const costs = tries.map(([x, y]) => [inside(x, w, innerWidth), inside(y, h, innerHeight)]).map((one) => [cost(one), one]);
  return costs.reduce((best, next) => (next[0] < best[0] ? next : best))[1];
}

function closeBubble() {
  const said = byId("bubble");
  const inside = said?.contains(document.activeElement);
  if (said) said.replaceChildren();
  answerAlone();
  if (inside) byId(beside)?.focus({ preventScroll: true });
}

/** Lights a hint: its thing, its place, and why. */
async function hint(button) {
  button.classList.add("waiting");
  const answer = await ask(`/api/tables/${table}/hint?lang=${lang}`).catch(() => null);
  button.classList.remove("waiting");
  if (!answer) return bubble(button, words.no_hint);
  if (!answer.move) return bubble(button, answer.sentence || whatNow());
  const gesture = light.go.find(([, , move]) => move === answer.move);
  if (!gesture) return null;
  for (const spot of all("#table .lit")) spot.classList.remove("lit");
  for (const id of gesture.slice(0, 2)) byId(id)?.classList.add("lit");
  return bubble(byId(gesture[0]) || button, [answer.hint, answer.reason, answer.hope].filter(Boolean).join(" "));
}

/** Makes a thing follow the finger. On a page that scrolls, an upright stroke of a finger scrolls. */
const dragging = {
  down(event) {
    if (event.target.closest?.("#table button")) finger = performance.now();
    const thing = event.target.closest?.("#table .may");
    if (!thing || event.button || !event.isPrimary) return;
    drag = { thing, x: event.clientX, y: event.clientY, at: event.timeStamp, on: false };
  },
  move(event) {
    if (!drag || !event.isPrimary) return null;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.on) {
      if (Math.hypot(x, y) < 7) return null;
      if (event.pointerType === "touch" && !drag.mayBegin) return null;
      drag.thing = byId(drag.thing.id); // the table may have been laid anew since the press
      if (!drag.thing?.classList.contains("may")) return (drag = null);
      dragging.begin(event);
    }
    drag.thing.style.translate = `${x}px ${y}px`;
    drag.over = dragging.placeAt(event.clientX, event.clientY);
    for (const place of all(".over")) place.classList.toggle("over", place === drag.over);
    if (drag.over) drag.over.classList.add("over");
    return null;
  },
  touch(event) {
    if (!drag) return;
    const { clientX, clientY } = event.touches[0];
    const [x, y] = [Math.abs(clientX - drag.x), Math.abs(clientY - drag.y)];
    const room = document.scrollingElement;
    const scrolls = room.scrollHeight > room.clientHeight + 1;
    if (!scrolls || x > y || event.timeStamp - drag.at > 180) drag.mayBegin = true;
    if (drag.mayBegin && event.cancelable) event.preventDefault();
  },
  begin(event) {
    drag.on = true;
    if (held !== drag.thing.id) take(drag.thing);
    closeBubble();
    drag.thing.setPointerCapture(event.pointerId);
    drag.thing.classList.add("dragged");
    document.body.classList.add("dragging");
  },
  /** Finds the lit place under a point, or one very near. */
  placeAt(x, y) {
    const far = (r) => Math.hypot(Math.max(r.left - x, 0, x - r.right), Math.max(r.top - y, 0, y - r.bottom));
    const near = [...lit.keys()].map(byId).filter(Boolean)
      .map((place) => [far(place.getBoundingClientRect()), place])
      .filter(([d]) => d < 40);
    return near.sort((a, b) => a[0] - b[0])[0]?.[1];
  },
  up() {
    if (drag?.on) {
      const { thing, over } = drag;
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      dragging.end();
      if (over && lit.has(over.id)) {
        thing.style.translate = "";
        carryOut(lit.get(over.id), thing);
      } else dragging.home(thing);
    }
    drag = null;
    setTimeout(() => (finger = -Infinity)); // after the click
  },
  cancel() {
    finger = -Infinity;
    if (drag?.on) {
      dragging.end();
      dragging.home(drag.thing);
    }
    drag = null;
  },
  end() {
    for (const place of all(".over")) place.classList.remove("over");
    drag.thing.classList.remove("dragged");
    document.body.classList.remove("dragging");
  },
  /** Lets a thing glide back to where it lay. */
  home(thing) {
    const from = thing.style.translate;
    thing.style.translate = "";
    putBack();
    if (!still.matches) thing.animate({ translate: [from, "0 0"] }, { duration: 200, easing: "ease-out" });
  },
};

function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Finds the nearest thing or place in a direction. */
function neighbour(from, key) {
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  const flat = key === "ArrowRight" || key === "ArrowLeft";
  const centre = (spot) => {
    const r = spot.getBoundingClientRect();
    return flat ? [r.left + r.width / 2, r.top + r.height / 2] : [r.top + r.height / 2, r.left + r.width / 2];
  };
  const [main, cross] = centre(from);
  let best = null;
  let least = Infinity;
  const spots = held ? [...lit.keys(), held].map(byId) : all("#table button.thing, #table button.place");
  for (const spot of spots) {
    if (!spot || spot === from || !spot.offsetWidth) continue;
    const [m, c] = centre(spot);
    const ahead = (m - main) * sign;
    const aside = Math.abs(c - cross);
    if (ahead > 2 && ahead > aside / 4 && ahead + 3 * aside < least) [best, least] = [spot, ahead + 3 * aside];
  }
  return best;
}

function keys(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const typing = event.target.closest?.("input, select, textarea");
  if (event.key === "?" && !typing) return help();
  if (document.querySelector("dialog:modal")) return null;
  looked();
  if (/^(Tab$|Enter$|Arrow| $)/.test(event.key)) uses(false);
  const tool = !typing && form && document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (tool) return tool.click();
  if (event.key === "Escape") {
    const side = document.querySelector("dialog.side");
    if (side) return side.close();
    closeBubble();
    foldAll();
    if (drag) dragging.cancel();
    return putBack()?.focus();
  }
  if (!event.key.startsWith("Arrow") || typing || !byId("table")) return null;
  const from = event.target.closest?.("#table button");
  const next = from ? neighbour(from, event.key) : document.activeElement === document.body && firstSpot();
  if (!next) return null;
  event.preventDefault();
  return next.focus();
}

/** Folds what is unfolded beside or on the table, but for what holds a target. */
function foldAll(target = null) {
  for (const fold of all("details.menu[open], #table details[open]")) if (!fold.contains(target)) fold.open = false;
}

/** Gets where one begins: what one may move, or else the hand. */
function firstSpot() {
  return document.querySelector("#table .may") || document.querySelector("#hand button, #table button");
}

/** Asks whether a move that cost much is to be looked at again, and tells what was better. */
async function secondLook(ply) {
  const answer = await ask(`/api/tables/${table}/second-look?ply=${ply}&lang=${lang}`).catch(() => null);
  if (!answer?.better || byId("bubble").childNodes.length) return;
  const by = byId("ribbon");
  bubble(by, words.again);
  const look = make("button", { className: "b", type: "button" }, words.look);
  look.addEventListener("click", (press) => {
    press.stopPropagation(); // else what it opens would be closed at once
    bubble(by, [answer.better, answer.reason, answer.hope].join(" "));
  });
  byId("bubble").append(" ", look);
}
