// The first press on a laid table: the page that comes plays the move, so that its card is seen to fly.

/** The move with which somebody has come to this table; told once. */
const firstMove = (() => {
  try {
    const move = sessionStorage.getItem("first-move");
    sessionStorage.removeItem("first-move");
    return move;
  } catch {
    return null; // where nothing may be kept, the house plays it
  }
})();

addEventListener("submit", ({ target: begin, submitter: card }) => {
  if (begin.id !== "begin" || card?.name !== "move") return;
  try {
    sessionStorage.setItem("first-move", card.value);
    begin.elements.plays.value = "page";
  } catch {
    begin.elements.plays.value = "";
  }
});

/** Plays that move, after a look at the hand; nothing if something was played meanwhile. */
async function playFirst() {
  const gesture = (light.go || []).find(([, , move]) => move === firstMove);
  if (!gesture || ply) return;
  await sleep(400);
  if (!ply) play(firstMove, byId(gesture[0]));
}

/** Shows a visitor's own hour in the window: the colour of the sky, and where sun or moon stands. */
function showHour(pane) {
  const now = new Date();
  const hour = now.getHours() + now.getMinutes() / 60;
  const night = hour < 6 || hour >= 21;
  const way = night ? ((hour + 3) % 24) / 9 : (hour - 6) / 15; // from rise to set
  document.documentElement.dataset.hour = night ? "night" : hour < 9 ? "dawn" : hour < 18 ? "day" : "dusk";
  pane.style.setProperty("--sun-x", `${96 * way - 80}px`);
  pane.style.setProperty("--sun-y", `${56 * (2 * way - 1) ** 2 - 10}px`);
}

const pane = document.querySelector(".shelf .window");
if (pane) {
  showHour(pane);
  setInterval(showHour, 60_000, pane);
}
