// The table and the server: moves go by fetch, what happens comes by an event stream.

const form = byId("play");
const table = form?.dataset.table || "";
let ply = Number(form?.elements.ply?.value || form?.dataset.ply || 0); // the last one shown
let heard = ply; // the last one heard of
let sending = false;
let stream = null;
let wait = 0;
let silence = 0; // the timer that notices when the house says nothing any more
const PATIENCE = 18000; // it beats every 8 s
let looked = () => {}; // ends the look at a moment
const queue = [];

/** Asks the server for JSON; throws where there is no answer. */
async function ask(path, body) {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, body && post);
  if (answer.status === 429 || answer.status >= 500) throw new Error(`${answer.status}`);
  return answer.json();
}

/** Sends a move, as often as it takes; a second one has to wait. */
async function play(move, spot) {
  const from = byId(held) || spot;
  if (sending) return null;
  if (!table) return byId("lesson") ? learn(move, from) : putBack(); // a lesson, or a posed table
  sending = true;
  document.body.classList.add("sending");
  const answers = ply;
  for (let tries = 1; sending && ply === answers; tries += 1) {
    try {
      const answer = await ask(`/t/${table}/moves`, { move, ply: answers });
      if (answer.error) return refused(answer, from);
      setTimeout(() => ply < answer.ply && !queue.length && listen(), 3000);
      if ("again" in form.dataset) secondLook(answers + 1);
      return null; // the stream will show it, and end the sending
    } catch {
      lost(true);
      await sleep(Math.min(300 * tries, 3000));
    }
  }
  return null;
}

/** Takes back what was refused; a page that is behind catches up by itself. */
function refused(answer, spot) {
  sent();
  const thing = putBack() || byId(spot.id);
  if (thing) thing.style.translate = "";
  if (answer.error === "stale") return listen();
  if (thing) {
    shake(thing);
    bubble(thing, answer.sentence, answer.clause);
  }
  return listen();
}

function sent() {
  sending = false;
  document.body.classList.remove("sending");
}

/** Says that the connection is lost, or is back. */
function lost(yes) {
  if (yes === document.body.classList.contains("reconnecting")) return;
  document.body.classList.toggle("reconnecting", yes);
  toast(yes ? words.lost : "");
}

/** Listens to the table from what has been heard on; again and again if need be. */
function listen() {
  if (!table) return;
  clearTimeout(wait);
  stream?.close();
  stream = new EventSource(`/t/${table}/stream?since=${heard}&seat=${form.dataset.seat}`);
  const mine = stream;
  alive(mine);
  mine.onopen = () => {
    lost(false);
    alive(mine);
  };
  mine.addEventListener("beat", () => alive(mine));
  mine.addEventListener("frame", (event) => {
    alive(mine);
    const frame = JSON.parse(event.data);
    heard = frame.ply;
    queue.push(frame);
    showFrames();
  });
  mine.addEventListener("told", (event) => {
    const { told } = JSON.parse(event.data);
    toast(told, 3000);
    tell([told]);
  });
  mine.addEventListener("word", (event) => hear(JSON.parse(event.data)));
  mine.addEventListener("seat", () => {
    byId("play")?.remove(); // nothing of a hand may stay; it may be told twice
    mine.close();
    if (!document.body.dataset.leaving) location.replace(location.pathname);
  });
  mine.onerror = () => {
    mine.close();
    if (mine !== stream) return;
    stream = null;
    wait = setTimeout(() => {
      lost(true);
      listen();
    }, 700 + 600 * Math.random());
  };
}

/** Notes a sign of life; without another one the connection is dead, even if it does not know. */
function alive(from) {
  if (from !== stream) return;
  clearTimeout(silence);
  silence = setTimeout(() => {
    lost(true);
    listen();
  }, PATIENCE);
}

let showing = false;
/** Shows frames one after the other; when many wait, or nobody looks, what they lead to. */
async function showFrames() {
  if (showing) return;
  showing = true;
  try {
    while (queue.length) {
      while (drag?.on || performance.now() - finger < 1000) await sleep(30); // nothing is laid anew under a finger
      const hurry = document.hidden || queue.length > 4;
      const frame = hurry ? queue.splice(0).reduce(join) : queue.shift();
      await showFrame(frame, !hurry);
      if (frame.pause && !hurry) await look(frame);
    }
  } finally {
    showing = false;
  }
}

/** Joins two frames to one that shows the second and tells both. */
const join = (one, next) => ({
  ...next,
  flights: [],
  told: [...one.told, ...next.told],
  regions: { ...one.regions, ...next.regions, log: (one.regions.log || "") + (next.regions.log || "") },
});

/** Looks at a moment for a while; a tap or a key ends it, and bots go on for whoever is alone. */
async function look(frame) {
  const tapped = new Promise((done) => (looked = () => done(true)));
  const early = await Promise.race([sleep(frame.pause), tapped]);
  looked = () => {};
  if (early && form.dataset.seat >= 0 && table) fetch(`/t/${table}/ready`, { method: "POST", redirect: "manual" }).catch(() => null);
}

/** Brings the style of the end, which a first page comes without; a game's own style goes before it. */
function bringEnding() {
  if (document.querySelector("link[href*='/look/ending.']")) return;
  document.querySelector("link[href*='/look/table.']").after(make("link", { rel: "stylesheet", href: form.dataset.ending }));
}

async function showFrame(frame, moving) {
  bringEnding();
  const pairs = Object.entries(frame.regions)
    .map(([id, html]) => [byId(id), read(html).firstElementChild])
    .filter(([old, fresh]) => old && fresh && old.id === fresh.id && !old.isEqualNode(fresh));
  const [fresh, mine] = [frame.ply > ply, sending];
  await change(pairs, frame.flights || [], moving, () => {
    if (fresh) {
      stir();
      putBack();
      sent();
    }
    ply = frame.ply;
    endFirst();
  }, () => {
    tell(frame.told);
    if (fresh && byId("ribbon")?.classList.contains("mine")) tell([whatNow()]);
    tellTimes();
    holdAll();
    lead();
    if (!form.dataset.hand) document.body.classList.toggle("only-hand", form.dataset.seat >= 0 && "screen" in byId("crowd").dataset);
    byId("log")?.append(read(frame.regions.log || ""));
    firstTime();
  });
  foldMinute(fresh && mine);
}

/** Shows what somebody says on his plate for three seconds, and tells it. */
function hear({ seat, word, text, told }) {
  if ("hush" in form.dataset) return;
  const spots = [`#seat-${seat}`, `#table .token.s${seat}`, "#ribbon"].flatMap((what) => all(what)).map((spot) => spot.getBoundingClientRect());
  byId(`said-${seat}`)?.remove();
  const drawn = document.querySelector(`[data-word][value=${word}] svg`)?.cloneNode(true) || "";
  const said = make("p", { id: `said-${seat}`, className: "said" }, drawn, make("b", {}, text));
  said.setAttribute("aria-hidden", "true");
  document.body.append(said);
  const at = spots.find((spot) => spot.width) || new DOMRect(0, 0, innerWidth, innerHeight);
  const within = (wish, room) => `${Math.max(4, Math.min(wish, room - 4))}px`;
  said.style.left = within(at.left + (at.width - said.offsetWidth) / 2, innerWidth - said.offsetWidth);
  said.style.top = within(at.top + (at.height - said.offsetHeight) / 2, innerHeight - said.offsetHeight);
  setTimeout(() => said.remove(), 3000);
  tell([told]);
}

/** Says a word at the table. */
async function sayWord(button) {
  const body = new URLSearchParams({ word: button.value });
  const menu = button.closest("details.menu");
  if (menu) menu.open = false;
  button.closest("dialog")?.close();
  const answer = await fetch(button.form.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (answer?.type !== "opaqueredirect") toast(words.word_wait, 2500);
}

/** Tells a reader what happened. */
function tell(told) {
  const log = byId("told");
  for (const one of told) log.append(make("p", {}, one));
  while (log.children.length > 30) log.firstChild.remove();
}
