// A table that has not begun: its page follows whoever comes, and loses nothing that was typed.

/** Keeps what somebody has typed or opened; of a page with a notice all, as it is not saved yet. */
function keptOf(main) {
  const typed = (field) => field.value !== field.defaultValue || main.querySelector(".notice");
  return {
    fields: all("input[id]:not([readonly])", main).filter(typed).map(({ id, value }) => [id, value]),
    opened: all("details[open][id]", main).map(({ id }) => id),
    focused: main.contains(document.activeElement) && spotOf(document.activeElement),
    facts: new Map(factsOf(main)),
    notice: main.querySelector(".notice"),
  };
}

/** Says where something is that can be pressed or typed into, also on a fresh page. */
function spotOf(one) {
  const { id } = one.closest("[id]");
  return `#${id}${one.id ? "" : ` ${one.localName}${one.name ? `[name="${one.name}"][value="${one.value}"]` : ""}`}`;
}

/** Gives a fresh page what was kept of the one before; what is refused stays said. */
function giveBack(main, { fields, opened, focused, facts, notice }) {
  for (const [id, value] of fields) if (byId(id)) byId(id).value = value;
  for (const id of opened) byId(id)?.setAttribute("open", "");
  if (notice && !main.querySelector(".notice")) main.querySelector("h1").after(notice);
  if (focused) main.querySelector(focused)?.focus({ preventScroll: true });
  pointOut(factsOf(main).filter(([what, how]) => facts.get(what) !== how), main);
}

/** Reads what a page says, but for what was refused to this browser alone. */
function saysOf(main) {
  const copied = main.cloneNode(true);
  copied.querySelector(".notice")?.remove();
  return copied.textContent.replace(/\s+/g, " ");
}

/** Follows a table that has not begun: its page is fetched anew whenever something changes. */
function follow(main) {
  const heard = new Set();
  const changed = async ({ type }) => {
    const isFirst = !heard.size; // it says how things stand: they may have changed since the page was written
    const isNews = heard.has(type);
    heard.add(type);
    if (!isFirst && !isNews) return null;
    if (isNews) stir();
    const page = await fetchPage(main.dataset.page || location.href);
    if (page?.getElementById("play")) return location.replace(location.href); // asked for anew: a refused form is not sent again
    const fresh = page?.getElementById("main");
    if (!fresh || saysOf(fresh) === saysOf(main)) return null;
    const kept = keptOf(main);
    main.replaceChildren(...fresh.childNodes);
    giveBack(main, kept);
    bringLuck();
    lead();
    return offerShare();
  };
  const stream = new EventSource(main.dataset.follow);
  for (const event of ["table", "here"]) stream.addEventListener(event, changed);
}

/** How a table is to be, each with its value. */
function factsOf(main) {
  return all(".facts dt", main).map((what) => [what.firstChild.textContent.trim(), what.nextElementSibling.textContent]);
}

/** Says what its opener has changed, and lights it. */
function pointOut(changes, main) {
  for (const dt of all(".facts dt", main)) {
    const changed = changes.some(([what]) => what === dt.firstChild.textContent.trim());
    dt.nextElementSibling.classList.toggle("changed", changed);
  }
  if (changes.length) toast(changes.map(([what, how]) => `${what} ${how}`).join(" · "), 6000);
}
