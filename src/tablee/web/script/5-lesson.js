// A lesson: every gesture is judged by the server, which sends all there is to see after it.

/** Sends a gesture; a right one is shown with what follows, another is answered beside its thing. */
async function learn(move, spot) {
  if (sending) return null;
  sending = true;
  const byKey = document.activeElement?.matches(":focus-visible");
  const body = new URLSearchParams(all("#stage input").map(({ name, value }) => [name, value]));
  body.set("move", move);
  const post = { method: "POST", body, headers: { accept: "application/json" } };
  const answer = await fetch(byId("lesson").dataset.path, post).then((got) => got.json()).catch(() => null);
  sent();
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

/** Lets what was tried lie where it was, and says what would come of it. */
function answered({ answer, regions }, spot) {
  const thing = putBack() || byId(spot.id);
  showFrame({ regions, ply, told: [] }, false);
  tell([answer]);
  bubble(thing || byId("lesson"), answer);
}
