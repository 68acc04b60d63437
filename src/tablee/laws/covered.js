// Says in <pre>, for each frame, which of its targets cover each other or go beyond the page.
"use strict";

const MOST = 0.4; // of the smaller one, that another one may share

// What must be seen of a target: of a guest behind the far edge the card with the name.
function rect(one) {
  return (one.querySelector(".name-card") ?? one).getBoundingClientRect();
}

function shared(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const least = Math.min(a.width * a.height, b.width * b.height);
  return wide > 0 && high > 0 ? (wide * high) / least : 0;
}

function faults(frame) {
  const page = frame.contentDocument;
  const named = JSON.parse(frame.dataset.targets).map((id) => page.getElementById(id));
  const all = [...new Set([...named, ...page.querySelectorAll(".hand")])].filter((one) => one);
  const seen = all.filter((one) => one.checkVisibility() && rect(one).width && rect(one).height);
  const name = (one) => one.id || one.className;
  const edge = page.documentElement.clientWidth;
  const beyond = seen.filter((one) => rect(one).left < -2 || rect(one).right > edge + 2);
  const pairs = seen.flatMap((one, n) => seen.slice(n + 1).map((other) => [one, other]));
  const apart = pairs.filter(([a, b]) => !a.contains(b) && !b.contains(a));
  const covered = apart.filter(([a, b]) => shared(rect(a), rect(b)) > MOST);
  return [
    ...beyond.map((one) => `${name(one)} goes beyond the edge of the page`),
    ...covered.map(([a, b]) => `${name(a)} and ${name(b)} cover each other`),
  ];
}

window.addEventListener("load", () => {
  document.querySelector("pre").textContent =
    JSON.stringify([...document.querySelectorAll("iframe")].map(faults));
});
