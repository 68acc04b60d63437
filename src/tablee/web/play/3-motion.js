// What has moved flies, and nothing else. The server says what has, from where and to where (see
// flights.py); a thing that only makes room for others slides.

/** A change of pages that is cut short is no fault: the page itself is there. */
function mayEndEarly({ viewTransition = document.activeViewTransition }) {
  for (const end of [viewTransition?.ready, viewTransition?.finished]) end?.catch(() => {});
}
mayEndEarly({});
addEventListener("pageswap", mayEndEarly);
addEventListener("pagereveal", mayEndEarly);

const THINGS = ".thing[id]";
const SPOTS = `${THINGS}, button[name=press]`;
const firstSeen = (ids) => ids.split(" ").map(byId).find((one) => one && one.getClientRects().length);
const swap = (pairs) => pairs.forEach(([old, fresh]) => {
  all("details", fresh).forEach((fold, n) => (fold.open = Boolean(all("details", old)[n]?.open)));
  old.replaceWith(fresh);
});
const swapBack = (pairs) => pairs.forEach(([old, fresh]) => fresh.replaceWith(old));
const rectOf = (thing) => thing?.getBoundingClientRect();
const away = (a, b) => [a.left + a.width / 2 - b.left - b.width / 2, a.top + a.height / 2 - b.top - b.height / 2];
const visible = (r) => r.width > 0 && r.bottom > 0 && r.top < innerHeight && r.right > 0 && r.left < innerWidth;

let late = 0; // how often a flight took long to begin: a slow machine only slides

/** Finds the things in some regions, and where they are. */
function seen(regions) {
  const found = new Map();
  for (const region of regions) {
    for (const thing of all(THINGS, region)) found.set(thing.id, { thing, region: region.id, at: rectOf(thing) });
  }
  return found;
}

/** Puts fresh regions in the place of old ones; with motion if there is time. While something
 * flies only what leaves changes: what is said of the moment waits until the last of it has landed. */
async function change(pairs, moved, moving, atOnce, atLast = () => {}) {
  const was = focusNow();
  const flies = moving && !still.matches && !document.hidden;
  const [now, later] = flies && moved.length ? apart(pairs) : [pairs, []];
  const before = seen(now.map(([old]) => old));
  const moves = flies ? plan(now, before, moved) : { flights: [], slides: [] };
  const busy = moves.flights.length && new Set(moved.flatMap(([id, from]) => [id, ...from.split(" ")]));
  const unsaid = busy ? now.flatMap((pair) => holdBack(pair, busy)) : [];
  const show = () => {
    for (const flight of moves.flights) nameFlight(flight.old, "");
    swap(now);
    for (const flight of moves.flights) nameFlight(flight.fresh, flight.name);
    settle(now, before, was, atOnce);
    for (const flight of moves.flights) flight.fresh?.classList.add("flown");
    for (const [old] of later) old.classList.toggle("done", old.matches(".ribbon.mine")); // one has done it
    return moves.slides.map(slide);
  };
  aloft = moves.flights.length > 0;
  if (aloft) await inMotion(moves, show).finally(() => (aloft = false));
  else show();
  swap(later);
  if (byId("moves")) dress();
  for (const say of unsaid) say();
  hangLamp();
  if (was && document.activeElement === document.body) focusAgain(was);
  atLast();
  if (flies) await drawn();
}

/** Waits until what is said has been drawn: the next flight may begin at once. */
const drawn = () => Promise.race([new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))), sleep(1000)]);

/** Shows a change while things fly, until the last has landed; where a browser has no View
 * Transition, or is slow at it, they slide. */
async function inMotion(moves, show) {
  if (!document.startViewTransition || late > 2) {
    moves.slides.push(...moves.flights.splice(0).filter((flight) => flight.fresh));
    return Promise.allSettled(show().map((slid) => slid.finished));
  }
  for (const flight of moves.flights) nameFlight(flight.old, flight.name);
  const asked = performance.now();
  const transition = document.startViewTransition(() => void show());
  transition.ready.then(async () => {
    if (performance.now() - asked > 300) late += 1;
    moves.flights.forEach(fly);
    const flies = document.getAnimations().filter(({ effect }) => effect.pseudoElement?.includes("(fly-"));
    await Promise.allSettled(flies.map((one) => one.finished));
    transition.skipTransition(); // a busy browser may end it before, a stylesheet holds it until now
    for (const one of flies) one.cancel();
  }).catch(() => {}); // a browser may skip it: things just are there
  await transition.finished;
  for (const flight of moves.flights) nameFlight(flight.fresh, "");
  return null;
}

const AT_ONCE = ["answers", "moves", "curtain", "attempt"]; // the next press needs them

/** Parts regions into those that lie there and those that only say something. */
function apart(pairs) {
  const lies = (region) => AT_ONCE.includes(region.id) || region.matches(SPOTS) || region.querySelector(SPOTS);
  const now = pairs.filter((pair) => pair.some(lies));
  return [now, pairs.filter((pair) => !now.includes(pair))];
}

const VERDICTS = ["winner", "best", "wins", "leads", "gold", "alert"]; // who is ahead, or has won

/** Gets what something belongs to: a thing, or else the region around it. */
const homeOf = (one) => (one.id ? one : one.closest("li")?.querySelector(THINGS) || one.closest("[id]")).id;

/** Finds what is said in a region, each by a key: honours and texts, but for those on what flies or is left. */
function sayings(region, busy) {
  const said = all("*", region).filter((one) => one.matches(".crown, .confetti")
    || (!one.childElementCount && one.textContent.trim() && !busy.has(one.closest(".thing")?.id) && !one.closest(".unseen, svg")));
  const times = {};
  return said.map((one) => {
    const key = `${homeOf(one)} ${one.getAttribute("class")}`;
    times[key] = (times[key] || 0) + 1;
    return [`${key} ${times[key]}`, one];
  });
}

/** Gives a fresh region the words and honours of the old one; gets what will say the new ones. */
function holdBack([old, fresh], busy) {
  const honours = (region, name) => all(`.${name}`, region).concat(region.matches(`.${name}`) ? region : []);
  const raised = VERDICTS.flatMap((name) => {
    const had = honours(old, name).map(homeOf);
    const won = honours(fresh, name).filter((one) => !had.includes(homeOf(one)));
    for (const one of won) one.classList.remove(name);
    return won.map((one) => () => one.classList.add(name));
  });
  const was = new Map(sayings(old, busy));
  const told = sayings(fresh, busy).filter(([key, one]) => was.get(key)?.textContent !== one.textContent);
  return [...raised, ...told.map(([key, one]) => hush(one, was.get(key)))];
}

/** Lets something say what it said before, or nothing; gets what lets it speak. */
function hush(one, before) {
  const { textContent } = one;
  if (before) one.textContent = before.textContent;
  else one.classList.add("unsaid");
  return () => (before ? (one.textContent = textContent) : one.classList.replace("unsaid", "pop"));
}

function nameFlight(thing, name) {
  if (thing) thing.style.viewTransitionName = name;
}

/** Finds how things will move, by laying the table for a look and taking it back. */
function plan(pairs, before, moved) {
  const sources = new Map(moved.map(([id, from]) => [id, rectOf(before.get(id)?.thing || firstSeen(from))]));
  swap(pairs);
  dress();
  const after = seen(pairs.map(([, fresh]) => fresh));
  const flights = moved.map(([id, , to]) => {
    const [old, fresh, from] = [before.get(id)?.thing, after.get(id)?.thing, sources.get(id)];
    const [there, here] = fresh ? [from, after.get(id).at] : [rectOf(firstSeen(to)), from];
    return { name: `fly-${id}`, old, fresh, seen: there && here && (visible(there) || visible(here)), by: there && here && away(there, here) };
  });
  const flying = new Set(moved.map(([id]) => id));
  const slides = [...after].filter(([id]) => before.has(id) && !flying.has(id))
    .map(([id, { thing, at }]) => ({ fresh: thing, by: away(before.get(id).at, at) }))
    .filter(({ by: [x, y] }) => Math.abs(x) + Math.abs(y) >= 3);
  const dealt = flights.filter(({ old, fresh }) => !old && fresh?.closest("#hand"));
  swapBack(pairs);
  dress();
  const fly = flights.filter((flight) => flight.seen && !(isDeal(dealt) && dealt.includes(flight)));
  return { flights: fly, slides };
}

/** Slides a thing within its region; those that a stylesheet calls late go one after the other. */
function slide({ fresh, by: [x, y] }, turn) {
  const late = parseFloat(getComputedStyle(fresh).getPropertyValue("--late")) || 0;
  const timing = { duration: late ? 500 : 280, delay: late && late + 300 * turn, fill: "backwards" };
  return fresh.animate({ translate: [`${x}px ${y}px`, "0 0"] }, { ...timing, easing: "cubic-bezier(0.2, 0.9, 0.25, 1.05)" });
}

/** Flies what has only one end: a new thing from where it comes, a gone one to where it goes. */
function fly({ name, old, fresh, by: [x, y] }, turn) {
  if (old && fresh) return;
  const [here, there] = ["0px 0px", `${x}px ${y}px`];
  const timing = { duration: old ? 420 : 280, delay: Math.min(turn, 12) * 30, easing: "cubic-bezier(0.3, 0.1, 0.2, 1)", fill: "both" };
  const put = (frames, part) => document.documentElement.animate(frames, { ...timing, pseudoElement: `::view-transition-${part}(${name})` });
  put({ translate: fresh ? [there, here] : [here, there] }, "group");
  put({ scale: fresh ? ["0 0.7", "1 0.9", "1 1"] : ["1 1", "0.4 0.4"] }, fresh ? "new" : "old"); // it is turned over
}

let strayed = null; // where one was, while what is there cannot be pressed

/** Remembers where one is, to be there again after a change. */
function focusNow() {
  const { activeElement: here } = document;
  if (here === document.body) return strayed;
  const region = here?.closest("#table [id]") && here.closest("#hand, #table");
  if (!region || !here.id) return null;
  const { id: frame } = here.parentElement.closest("[id]");
  return { id: here.id, frame, region: region.id, place: all("button", region).indexOf(here) };
}

/** Goes back to where one was, or to what is there now; at the latest with the next change. */
function focusAgain(was) {
  const others = all(`#${was.region} button`);
  const there = byId(was.id); // a place may have become a frame around what came there
  const next = (there?.matches("button") ? there : there?.querySelector("button"))
    || (was.frame !== was.region && byId(was.frame)?.querySelector("button"))
    || others[Math.min(was.place, others.length - 1)] || firstSpot();
  if (next !== document.activeElement) next?.focus({ preventScroll: true });
  strayed = document.activeElement === document.body ? was : null;
}

/** Makes good after a change: new things are marked, what was held is held, focus is kept. */
function settle(pairs, before, was, atOnce) {
  atOnce();
  for (const [, fresh] of pairs) {
    for (const thing of all(THINGS, fresh)) {
      if (!before.has(thing.id)) thing.classList.add("new");
      else if (countOf(thing) > countOf(before.get(thing.id).thing)) thing.classList.add("hop"); // shuffled
    }
  }
  shine();
  deal(all(first && atTheDeal() ? "#hand li > .thing" : "#hand li > .new"));
  first = false;
  const since = `${Math.round(begun - performance.now())}ms`; // what is laid anew does not begin the round again
  if (document.body.classList.contains("dealt")) for (const [, fresh] of pairs) fresh.style.setProperty("--since", since);
  const again = byId(held);
  if (again && goesOf(held).length) take(again);
  else putBack();
  if (was) focusAgain(was);
  tellTurn();
  for (const log of all("[data-bottom]")) log.scrollTop = log.scrollHeight;
}

const countOf = (pile) => Number(pile.querySelector(".count")?.textContent);

let first = true; // whether the stream has not told anything yet: its first frame repeats the page
const atTheDeal = () => byId("answers")?.value === "0" && !byId("lesson") && !firstMove; // a step of a lesson is no deal

const isDeal = (cards) => cards.length > 3; // a card or two are drawn, not dealt
let dealing = 0;
let begun = 0; // when the round began

/** Says on the page that a round begins: a stylesheet may let a die roll before all else is seen. */
function begins() {
  clearTimeout(dealing);
  document.body.classList.add("dealt");
  begun = performance.now();
  dealing = setTimeout(() => document.body.classList.remove("dealt"), 4000);
}

/** Deals a new hand, one card after the other. */
function deal(cards) {
  if (!isDeal(cards)) return;
  begins();
  cards.forEach((card, place) => {
    card.classList.add("deal");
    card.style.setProperty("--place", place);
  });
}

const title = document.title;
/** Shows in the title of the page whether it is one's turn. */
function tellTurn() {
  const mine = Boolean(document.querySelector("#table .may"));
  document.title = (mine ? "● " : "") + title;
  callMe(mine);
}
