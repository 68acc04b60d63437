// A kiosk forgets whoever has left it, and shows a match of bots when nobody is there.

const IDLE = Number(document.body.dataset.idle || 0); // seconds; none on other devices
const WARNED = 20; // seconds before, it says so
let stirred = performance.now();
let watching = 0;

/** Notes that somebody is there: by a touch, a key, or a move at the table that is shown. */
function stir() {
  stirred = performance.now();
  byId("idle")?.remove();
}

/** Counts down before it forgets; a press anywhere ends that. */
function warn(left) {
  const old = byId("idle");
  const made = old || make("p", { id: "idle", className: "ribbon" });
  made.setAttribute("role", "alert");
  made.textContent = words.idle.replace("#", left);
  if (!old) document.body.append(made);
}

function watchTime() {
  const left = Math.ceil(IDLE - (performance.now() - stirred) / 1000);
  const show = document.querySelector("[data-show]");
  if (show && left < IDLE - Math.min(45, IDLE / 2)) location.assign(show.dataset.show);
  else if (left <= 0) forget();
  else if (!show && left <= Math.min(WARNED, IDLE / 2)) warn(left);
}

async function forget() {
  clearInterval(watching); // once: a second answer would take the next visitor's cookies away
  document.body.dataset.leaving = "yes"; // a table that is told of it does not come back here
  localStorage.clear(); // score sheets, and how one wants to be called
  await fetch("/kiosk/forget", { method: "POST", redirect: "manual" }).catch(() => null);
  location.assign("/kiosk");
}

if (IDLE) {
  for (const sign of ["pointerdown", "keydown", "wheel"]) addEventListener(sign, stir, { passive: true });
  watching = setInterval(watchTime, 1000);
}
