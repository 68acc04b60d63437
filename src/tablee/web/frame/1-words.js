// Tablée: the one script of all pages. Without it everything still works, by forms and links.
// The files of this folder are served as one, in the order of their names.
"use strict";

const lang = document.documentElement.lang;
const words = JSON.parse(document.body.dataset.words); // phrases/script.toml

const byId = (id) => document.getElementById(id);
const all = (what, where = document) => [...where.querySelectorAll(what)];
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Makes an element. */
function make(kind, facts = {}, ...inside) {
  const made = Object.assign(document.createElement(kind), facts);
  made.append(...inside);
  return made;
}

/** Reads HTML that the server wrote. */
function read(html) {
  return make("template", { innerHTML: html }).content;
}

/** Tells moments by the clock of whoever reads, not by the server's. */
function tellTimes(where = document) {
  for (const time of all("time[datetime]", where)) {
    const day = { weekday: time.className, day: "numeric", month: time.className };
    const how = { ...(time.className === "hour" ? {} : day), hour: "2-digit", minute: "2-digit" };
    time.textContent = new Date(time.dateTime).toLocaleString(lang === "en" ? "en-GB" : lang, how);
  }
}

/** Says something for a moment, or until it is told again with nothing. */
function toast(text, ms = 0) {
  const old = byId("toast");
  if (old) old.remove();
  if (!text) return;
  const made = make("p", { id: "toast", className: "ribbon" }, text);
  made.setAttribute("role", "status");
  document.body.append(made);
  if (ms) setTimeout(() => made.remove(), ms);
}
