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
