// Everything begins here: what a press, a key or a return to the page does.

/** Notes a wish of the menu: to be asked where a table would answer by itself, or a second look. */
function wish(box) {
  const { wish: name } = box.dataset;
  document.cookie = `${name}=${box.checked ? "yes" : ""}; path=/; max-age=31536000; samesite=lax`;
  if (box.checked) form.dataset[name] = "";
  else delete form.dataset[name];
}

const PRESSED = {
  "dialog .close": (button) => button.closest("dialog").close(),
  "a[data-panel], .at-table :is(a.clause, a.why), dialog.side .rule-book a[href^='#']": openPanel,
  "a[data-hint]": hint,
  "[data-copy]": copy,
  "[data-share]": share,
  "[data-word]": sayWord,
  "[data-stay]": stay,
  "[data-push]": callHere,
  "button[name=light]": setLight,
  "button[data-quiet]": post,
  "button[data-away]": putAway,
  "button[data-show]": (button) => learn(button.value, button),
};

let asleep = 0; // when the page was last hidden
let pressed = 0; // when something on the table was last pressed

/** Tells whether a press went beside a dialog. */
function isBeside({ target, clientX: x, clientY: y }) {
  const r = target.getBoundingClientRect();
  return x < r.left || x > r.right || y < r.top || y > r.bottom;
}

addEventListener("click", (event) => {
  const { target, detail } = event;
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  foldAll(target);
  if (target.matches("dialog:modal") && isBeside(event)) return target.close();
  looked();
  const spot = target.closest("#table button[name=press]");
  const what = Object.keys(PRESSED).find((pressed) => target.closest(pressed));
  if (spot) {
    event.preventDefault();
    const twice = detail > 1 && event.timeStamp - pressed < 500; // what lay under the first may have moved
    if (!twice || spot.id === held) tap(spot, detail === 0);
    pressed = event.timeStamp;
  } else if (what) {
    event.preventDefault();
    PRESSED[what](target.closest(what));
  } else if (!target.closest("#bubble :is(a, button)")) {
    closeBubble();
    putBack();
  }
});
addEventListener("keydown", keys);
addEventListener("submit", ({ target }) => drawLuck(target), true);
addEventListener("submit", ({ target }) => target.closest(".ways .own") && uncall());
addEventListener("change", ({ target }) => target.matches("[data-call]") && want(target));

if (form) {
  addEventListener("pointerdown", () => uses(true));
  addEventListener("change", ({ target }) => target.matches("[data-wish]") && wish(target));
  addEventListener("pointerdown", dragging.down);
  addEventListener("focusin", ({ target }) => target.matches("#table button[name=press]") && rove(zoneOf(target), target));
  addEventListener("pointermove", dragging.move);
  addEventListener("pointerup", dragging.up);
  addEventListener("pointercancel", dragging.cancel);
  addEventListener("touchmove", dragging.touch, { passive: false });
  addEventListener("submit", () => stream?.close()); // another page comes
  addEventListener("online", listen);
  addEventListener("offline", () => lost(true));
  addEventListener("pageshow", (event) => event.persisted && listen());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) asleep = performance.now();
    else if (!stream || performance.now() - asleep > 5000) listen(); // timers may have slept
  });
  document.documentElement.classList.add("scripted");
  shine();
  if (atTheDeal()) deal(all("#hand li > .thing"));
  tellTurn();
  firstTime();
  listen();
  if (firstMove) playFirst();
}
tellTimes();
showCalls(document);
if (byId("offline") && "caches" in window) showKept();
bringLuck();
holdAll();
offerShare();
lead();
for (const link of all("a[data-now]")) {
  history.replaceState(null, "", location.pathname); // told once
  openPanel(link);
}
for (const main of all("[data-follow]")) follow(main);
for (const one of all("[data-again]")) setTimeout(() => location.reload(), 1000 * one.dataset.again);
