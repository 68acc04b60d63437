// Being called to one's turn: by a quiet sound, a vibration, a badge; each only for who wants it.

const CALLS = {
  sound: chime,
  vibrate: () => navigator.vibrate?.([60, 80, 60]),
  badge: () => navigator.setAppBadge?.(1),
};
let called; // whether it was one's turn when last looked

const wants = (call) => localStorage.getItem(`call-${call}`) === "yes";

/** Keeps on this device whether somebody wants to be called so, and tries it at once. */
function want(box) {
  localStorage.setItem(`call-${box.dataset.call}`, box.checked ? "yes" : "no");
  if (box.checked) CALLS[box.dataset.call]();
  else if (box.dataset.call === "badge") navigator.clearAppBadge?.();
}

/** Calls when one's turn has come; not for a turn that was there when the page was opened. */
function callMe(mine) {
  if (called === false && mine) for (const call of Object.keys(CALLS)) if (wants(call)) CALLS[call]();
  if (called && !mine && wants("badge")) navigator.clearAppBadge?.();
  called = mine;
}

/** Two soft notes. */
function chime() {
  const air = new AudioContext();
  [660, 880].forEach((pitch, n) => {
    const [note, loud] = [air.createOscillator(), air.createGain()];
    const begin = air.currentTime + 0.16 * n;
    note.frequency.value = pitch;
    loud.gain.setValueAtTime(0.05, begin);
    loud.gain.exponentialRampToValueAtTime(0.0001, begin + 0.4);
    note.connect(loud).connect(air.destination);
    note.start(begin);
    note.stop(begin + 0.4);
  });
  setTimeout(() => air.close(), 1000);
}

/** Shows in the menu how one is called. */
function showCalls(where) {
  for (const one of all("[data-scripted]", where)) one.hidden = false;
  offerPush(where);
  for (const box of all("[data-call]", where)) box.checked = wants(box.dataset.call);
}
