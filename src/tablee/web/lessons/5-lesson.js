// A lesson: every gesture is judged by the server, which sends all there is to see after it.

/** Sends a gesture; a right one is shown with what follows, another is answered. */
async function learn(move, spot) {
  if (sending) return null;
  sending = true;
  const byKey = document.activeElement?.matches(":focus-visible");
  const body = new URLSearchParams(all("#attempt input").map(({ name, value }) => [name, value]));
  body.set("move", move);
  const post = { method: "POST", body, headers: { accept: "application/json" } };
  const lost = () => ({ lost: true }); // without a network, and without what the service worker keeps
  const answer = await fetch(byId("lesson").dataset.path, post).then((got) => got.json().catch(() => null), lost);
  sent();
  if (answer?.lost) {
    putBack();
    return hostSays(words.lesson_net);
  }
  if (!answer?.regions && !answer?.frames) return location.reload();
  if (answer.answer) return answered(answer, spot);
  history.replaceState(null, "", answer.path);
  putBack();
  for (const frame of answer.frames) {
    await showFrame({ ...frame, ply: ply + 1 }, true);
    if (frame.pause) await look(frame);
  }
  return byKey && document.querySelector("#lesson .strong")?.focus();
}

/** Lets what was tried lie where it was; the host says what would come of it. */
function answered({ answer, regions }, spot) {
  const thing = putBack() || byId(spot.id);
  showFrame({ regions, ply, told: [] }, false);
  tell([answer]);
  if (thing) shake(thing);
}

/** Has the host of a lesson answer in the speech that says what to do. */
function hostSays(text) {
  const way = document.querySelector("#lesson .way");
  way.querySelector(".answer")?.remove();
  way.prepend(make("p", { className: "answer" }, text));
  tell([text]);
}

// At somebody's first tables the host says a sentence the first time that something is seen, in a
// line of its own, and only as long as it is seen.

const STAYS = 9000; // milliseconds
const READ = 3000; // after these it has been told; one that ended earlier comes again
let firsts = JSON.parse(byId("firsts")?.dataset.firsts || "[]");
let saying = null;

const isOver = () => Boolean(document.querySelector("#onward [formaction$='/rematch']"));
const isSeen = ([, sees]) => !isOver() && Boolean(document.querySelector(sees));

/** Ends a sentence whose time is up, or that is no longer true. */
function endFirst() {
  const length = saying && performance.now() - saying.since;
  if (saying && length < STAYS && isSeen(saying.first)) return;
  for (const said of all("#ribbon .first")) said.remove();
  if (saying && length > READ) {
    noteTold(saying.first[0]);
    firsts = firsts.filter((one) => one !== saying.first);
  }
  saying = null;
}

/** Adds what is seen for the first time to what the host says. */
function firstTime() {
  endFirst();
  const room = byId("ribbon")?.querySelector("p");
  const first = saying?.first || firsts.find(isSeen);
  if (!room || !first || room.querySelector(".first")) return;
  if (!saying) {
    saying = { first, since: performance.now() };
    tell([first[2]]);
    setTimeout(endFirst, STAYS + 10);
  }
  room.append(make("span", { className: "first" }, first[2], " ", enough()));
}

const LEARNT = 6; // own moves after which one need not read the rules in one minute any more
let moves = 0;

/** Folds the rules in one minute once one has played a little, or a round is over. */
function foldMinute(isMine) {
  moves += isMine;
  const close = document.querySelector("[data-away=first]:not(:disabled)");
  if (close && (moves >= LEARNT || document.querySelector("#onward .next, #onward .b.strong"))) putAway(close);
}

/** Makes the button that silences the host. */
function enough() {
  const button = make("button", { type: "button", className: "enough", title: byId("firsts").dataset.enough }, "✕");
  button.setAttribute("aria-label", button.title);
  button.addEventListener("click", () => {
    [firsts, saying] = [[], null];
    noteTold("all");
    for (const said of all("#ribbon .first")) said.remove();
  });
  return button;
}

function noteTold(name) {
  const body = new URLSearchParams({ name });
  const kept = { method: "POST", body, redirect: "manual", keepalive: true }; // even if one leaves at once
  fetch(`/learn/${byId("firsts").dataset.game}/told`, kept).catch(() => null);
}
