// Everything begins here: what a press, a key or a return to the page does.

addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const on = (what) => event.target.closest?.(what);
  const menu = on("details.menu");
  for (const other of all("details.menu[open]")) if (other !== menu) other.open = false;
  const spot = on("#table button");
  const link = on("a.clause, a[data-panel]");
  const choice = on("[data-copy], [data-hint], [data-keys], button[name=light]");
  if (spot) {
    event.preventDefault();
    if (event.detail < 2 || spot.id === held) tap(spot, event.detail === 0);
  } else if (link && (byId("table") || on("dialog"))) {
    event.preventDefault();
    openPanel(link);
  } else if (choice) {
    event.preventDefault();
    if ("copy" in choice.dataset) copy(choice);
    else if ("hint" in choice.dataset) hint();
    else if ("keys" in choice.dataset) help();
    else setLight(choice);
  } else if (!on("#bubble")) {
    closeBubble();
    putBack();
  }
});
addEventListener("keydown", keys);

if (form) {
  addEventListener("pointerdown", dragging.down);
  addEventListener("pointermove", dragging.move);
  addEventListener("pointerup", dragging.up);
  addEventListener("pointercancel", dragging.cancel);
  addEventListener("touchmove", dragging.touch, { passive: false });
  addEventListener("dragstart", (event) => event.target.closest?.("#table") && event.preventDefault());
  addEventListener("online", () => listen());
  addEventListener("pageshow", (event) => event.persisted && listen());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) asleep = performance.now();
    else wakeUp();
  });
  document.documentElement.classList.add("scripted");
  tellTurn();
  listen();
}
const followed = document.querySelector("[data-follow]");
if (followed) follow(followed);
