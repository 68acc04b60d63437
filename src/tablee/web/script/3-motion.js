// What changes on the table moves there: a thing keeps its id, and flies (View Transitions).
// data-from: where a new thing comes from; data-to: where one goes that disappears.

const FLIES = ".thing[id], [data-from][id], [data-to][id]";
const seen = (parts) => new Map(
  parts.flatMap((part) => [...(part.matches(FLIES) ? [part] : []), ...all(FLIES, part)])
    .map((thing) => [thing.id, { thing, at: thing.getBoundingClientRect() }]),
);
const swap = (pairs, back) => pairs.forEach(([old, fresh]) => (back ? fresh.replaceWith(old) : old.replaceWith(fresh)));
const rectOf = (id) => (id ? byId(id)?.getBoundingClientRect() : undefined);
const moved = (a, b) => Math.abs(a.left - b.left) + Math.abs(a.top - b.top) + Math.abs(a.width - b.width) > 3;
const visible = (r) => r.width > 0 && r.bottom > 0 && r.top < innerHeight && r.right > 0 && r.left < innerWidth;

/** Puts fresh regions in the place of old ones, then does the rest; with motion if there is time. */
async function change(pairs, moving, then) {
  const was = focusNow();
  if (!moving || still.matches || document.hidden || !document.startViewTransition) {
    const before = new Set(seen(pairs.map(([old]) => old)).keys());
    swap(pairs);
    return settle(pairs, before, was, then);
  }
  const flights = plan(pairs);
  for (const flight of flights) nameFlight(flight.old, flight);
  const show = () => {
    for (const flight of flights) nameFlight(flight.old, null);
    swap(pairs);
    for (const flight of flights) nameFlight(flight.fresh, flight);
    settle(pairs, flights.before, was, then);
  };
  if (!flights.length) return show();
  const transition = document.startViewTransition(show);
  transition.ready.then(() => flights.forEach(fly), () => {}); // a browser may skip it: then things just are there
  await transition.finished;
  for (const flight of flights) nameFlight(flight.fresh, null);
  return null;
}

function nameFlight(thing, flight) {
  if (thing) thing.style.viewTransitionName = flight ? flight.name : "";
}

/** Finds what will move, by laying the table for a look and taking it back. */
function plan(pairs) {
  const before = seen(pairs.map(([old]) => old));
  const comes = new Map(pairs.flatMap(([, fresh]) => all("[data-from]", fresh)).map((t) => [t.id, rectOf(t.dataset.from)]));
  swap(pairs);
  const after = seen(pairs.map(([, fresh]) => fresh));
  const flights = [];
  for (const [id, { thing: fresh, at }] of after) {
    const old = before.get(id);
    const from = old ? old.at : comes.get(id);
    if (!from || !moved(from, at) || !(visible(from) || visible(at))) continue;
    flights.push({ name: `fly-${id}`, old: old?.thing, fresh, from, to: at });
  }
  for (const [id, { thing: old, at: from }] of before) {
    const to = after.has(id) ? undefined : rectOf(old.dataset.to);
    if (to && visible(from)) flights.push({ name: `fly-${id}`, old, from, to });
  }
  swap(pairs, true);
  flights.forEach((flight, n) => (flight.turn = n));
  return Object.assign(flights, { before: new Set(before.keys()) });
}

/** Flies what has only one end: a new thing from where it comes, a gone one to where it goes. */
function fly({ name: flown, old, fresh, from, to, turn }) {
  if (old && fresh) return;
  const here = fresh ? to : from;
  const there = fresh ? from : to;
  const near = `translate(${here.left}px, ${here.top}px)`;
  const far = `translate(${there.left + (there.width - here.width) / 2}px, ${there.top + (there.height - here.height) / 2}px) scale(0.5)`;
  const timing = { duration: old ? 420 : 320, delay: Math.min(turn, 12) * 35, easing: "cubic-bezier(0.3, 0.1, 0.2, 1)", fill: "both" };
  const root = document.documentElement;
  const put = (frames, part) => root.animate(frames, { ...timing, pseudoElement: `::view-transition-${part}(${flown})` });
  put({ transform: fresh ? [far, near] : [near, far] }, "group");
  put({ opacity: fresh ? [0, 1, 1] : [1, 1, 0] }, fresh ? "new" : "old");
}

/** Remembers where one is, to be there again after a change. */
function focusNow() {
  const { activeElement: here } = document;
  const region = here?.closest("#table [id]") && here.closest("#hand, #table");
  if (!region || !here.id) return null;
  return { id: here.id, region: region.id, place: all("button", region).indexOf(here) };
}

/** Makes good after a change: new things are marked, what was held is held, focus is kept. */
function settle(pairs, before, was, then) {
  then();
  for (const [, fresh] of pairs) {
    for (const thing of all(FLIES, fresh)) if (!before.has(thing.id)) thing.classList.add("new");
  }
  const again = byId(held);
  if (again?.dataset.go) take(again);
  else putBack();
  if (was && document.activeElement?.id !== was.id) {
    const others = all(`#${was.region} button`);
    const next = byId(was.id) || others[Math.min(was.place, others.length - 1)] || firstSpot();
    next?.focus({ preventScroll: true });
  }
  tellTurn();
  for (const log of all("[data-bottom]")) log.scrollTop = log.scrollHeight;
}

const title = document.title;
/** Shows in the title of the page whether it is one's turn. */
function tellTurn() {
  document.title = (document.querySelector("#table .may") ? "● " : "") + title;
}
