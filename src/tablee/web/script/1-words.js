// Tablée: the one script of all pages. Without it everything still works, by forms and links.
// The files of this folder are served as one, in the order of their names.
"use strict";

const WORDS = {
  fr: {
    lost: "Connexion perdue. Rien n’est perdu, je réessaie…",
    not_here: "Pas à cet endroit : choisis une place en vert.",
    copied: "Copié !",
    close: "Fermer",
    keys: "Jouer au clavier",
    rule: "règle ",
    list: [
      ["Tab, flèches", "aller d’une chose à l’autre"],
      ["Entrée, Espace", "prendre, puis poser"],
      ["Échap", "remettre en place, fermer"],
      ["?", "cette aide"],
    ],
  },
  en: {
    lost: "Connection lost. Nothing is lost, trying again…",
    not_here: "Not there: choose a green place.",
    copied: "Copied!",
    close: "Close",
    keys: "Playing by keyboard",
    rule: "rule ",
    list: [
      ["Tab, arrows", "go from one thing to another"],
      ["Enter, Space", "take, then put down"],
      ["Esc", "put back, close"],
      ["?", "this help"],
    ],
  },
  de: {
    lost: "Verbindung weg. Nichts ist verloren, ich versuche es weiter …",
    not_here: "Nicht hier: Wähle einen grünen Platz.",
    copied: "Kopiert!",
    close: "Schließen",
    keys: "Mit der Tastatur spielen",
    rule: "Regel ",
    list: [
      ["Tab, Pfeiltasten", "von einem zum anderen gehen"],
      ["Enter, Leertaste", "nehmen, dann hinlegen"],
      ["Esc", "zurücklegen, schließen"],
      ["?", "diese Hilfe"],
    ],
  },
};
const lang = document.documentElement.lang;
const words = WORDS[lang] || WORDS.fr;

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
