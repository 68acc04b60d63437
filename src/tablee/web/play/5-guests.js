// Guests look at the card under one's finger, or under a key's focus.

const GAZE = 2.4; // how far a pupil goes, in hundredths of a head

/** Turns the eyes of all guests to something, or back. */
function gaze(thing) {
  const to = thing?.getBoundingClientRect();
  for (const head of all("#table .guest > .head, .guests > svg")) {
    const at = head.getBoundingClientRect();
    const [x, y] = to && at.width ? away(to, at) : [0, 0];
    const far = Math.hypot(x, y) || 1;
    head.style.setProperty("--gaze-x", to ? `${(GAZE * x) / far}px` : "");
    head.style.setProperty("--gaze-y", to ? `${(GAZE * y) / far}px` : "");
  }
}

const looksAt = (target) => target.closest?.("#table .hand .thing, #begin .choice");
if ((form || byId("begin")) && !still.matches) {
  addEventListener("pointerover", ({ target }) => gaze(looksAt(target)));
  addEventListener("focusin", ({ target }) => gaze(looksAt(target)));
}
