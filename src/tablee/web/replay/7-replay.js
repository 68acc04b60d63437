// The player of a match that is over: it fetches moments, and shows them as a live table does.

const player = byId("player");

/** Plays a match again: by buttons, keys, strokes, the scrubber, or by itself. */
function replay() {
  const { path, as, open, reviewed } = player.dataset;
  const last = Number(player.dataset.last);
  const stops = player.dataset.stops.split(" ").map(Number);
  const [scrub, run, speed, count] = ["scrub", "run", "speed", "count"].map(byId);
  const fetched = new Map();
  let at = Number(player.dataset.n); // the moment that is shown
  let to = at; // the one that is asked for
  let busy = false;
  let timer = 0;

  const running = () => run.getAttribute("aria-pressed") === "true";
  const near = (n) => Math.max(0, Math.min(last, n));
  const stop = (step) => (step > 0 ? stops.find((n) => n > to) : stops.findLast((n) => n < to)) ?? (step > 0 ? last : 0);

  function moment(since, n) {
    const asked = `${path}/moment?n=${n}&since=${since}&as=${as}&open=${open}${reviewed === undefined ? "" : "&review=1"}`;
    if (!fetched.has(asked)) {
      if (fetched.size > 60) fetched.clear();
      fetched.set(asked, ask(asked));
      fetched.get(asked).catch(() => fetched.delete(asked));
    }
    return fetched.get(asked);
  }

  /** Goes to a moment: its neighbour by what flies, any other at once. */
  async function go(n) {
    to = near(n);
    if (busy) return;
    busy = true;
    while (at !== to) {
      const target = to;
      const frame = await moment(at, target).catch(() => null);
      lost(!frame);
      if (!frame) {
        await sleep(1000);
        continue;
      }
      if (to !== target && Math.abs(to - at) > 1) continue; // somebody is in a hurry
      if (to > at && to < last) moment(to, to + 1).catch(() => {});
      await showFrame({ ...frame, regions: { ...frame.regions, log: "" }, ply: frame.n }, Math.abs(target - at) === 1);
      at = target;
      settleAt(frame);
    }
    busy = false;
  }

  /** Tells where one is: the scrubber, the log, the address, and the links that lead on from here. */
  function settleAt(frame) {
    scrub.value = at;
    count.textContent = count.dataset.said.replace("#", frame.ply);
    scrub.setAttribute("aria-valuetext", count.textContent);
    byId("now").textContent = frame.now;
    for (const end of ["x1", "x2"]) byId("cursor")?.setAttribute(end, `${(100 * at) / last}%`);
    const query = { ply: frame.ply, ...(frame.back && { back: frame.back }) };
    for (const link of all("a[data-at]")) link.href = addressOf(link.href, query);
    history.replaceState(null, "", addressOf(location.href, { ...query, as, open }));
    point(frame.round);
  }

  function addressOf(href, query) {
    const url = new URL(href);
    url.searchParams.delete("back");
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }

  /** Marks the round in the menu. */
  function point(round) {
    for (const one of all("[data-round]")) one.toggleAttribute("aria-current", one.dataset.round === `${round}`);
  }

  async function runOn() {
    while (running() && at < last) {
      await go(at + 1);
      await new Promise((done) => (timer = setTimeout(done, Number(speed.querySelector(":checked").value))));
    }
    halt();
  }

  function halt() {
    clearTimeout(timer);
    run.setAttribute("aria-pressed", "false");
    run.setAttribute("aria-label", run.dataset.play);
  }

  function toggle() {
    if (running()) return halt();
    if (at === last) go(0);
    run.setAttribute("aria-pressed", "true");
    run.setAttribute("aria-label", run.dataset.pause);
    return runOn();
  }

  const STEPS = { back: () => to - 1, next: () => to + 1 };
  const KEYS = {
    ArrowLeft: (more) => (more ? stop(-1) : to - 1),
    ArrowRight: (more) => (more ? stop(1) : to + 1),
    Home: () => 0,
    End: () => last,
  };

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog:modal")) return;
    const typing = event.target.closest?.("input:not([type=range]), textarea");
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (typing || !(KEYS[key] || (key === " " && event.target === document.body))) return;
    swallow(event);
    if (key === " ") return toggle();
    halt();
    go(KEYS[key](event.shiftKey));
  }, { capture: true });

  addEventListener("click", (event) => {
    const link = event.target.closest("[data-go], a[data-n]");
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || !link) return;
    swallow(event);
    halt();
    go(link.dataset.go ? STEPS[link.dataset.go]() : Number(link.dataset.n));
  }, { capture: true });

  let stroke = null;
  form.addEventListener("pointerdown", ({ clientX: x, clientY: y, isPrimary }) => (stroke = isPrimary ? { x, y } : null));
  addEventListener("pointerup", ({ clientX, clientY }) => {
    const [x, y] = stroke ? [clientX - stroke.x, clientY - stroke.y] : [0, 0];
    stroke = null;
    if (Math.abs(x) < 40 || Math.abs(x) < 2 * Math.abs(y)) return;
    halt();
    go(to + (x < 0 ? 1 : -1));
  });

  Object.assign(scrub, { max: last, value: at });
  scrub.addEventListener("input", () => {
    halt();
    go(Number(scrub.value));
  });
  for (const curve of all(".curve")) {
    curve.addEventListener("click", ({ clientX }) => {
      const { left, width } = curve.getBoundingClientRect();
      go(Math.round((last * (clientX - left)) / width));
    });
  }
  run.addEventListener("click", toggle);
  run.hidden = false;
  for (const button of all("[data-here]")) button.addEventListener("click", () => (button.dataset.copy = location.href), { capture: true });
  point(player.dataset.round);
  for (const end of ["x1", "x2"]) byId("cursor")?.setAttribute(end, `${(100 * at) / last}%`);
  if (at < last) moment(at, at + 1).catch(() => {});
}

/** Follows a review in the making: what was found so far, and at its end the whole. */
async function followReview() {
  while (byId("making")) {
    await sleep(1000);
    const fresh = (await fetchPage(location.href))?.getElementById("review");
    const now = byId("review");
    if (!fresh || fresh.isEqualNode(now)) continue;
    if (fresh.querySelector("#making") && now.contains(document.activeElement)) byId("making").replaceWith(fresh.querySelector("#making"));
    else now.replaceWith(fresh);
  }
}

if (player) replay();
if (byId("making")) followReview();
