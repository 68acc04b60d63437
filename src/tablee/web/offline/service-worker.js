// What Tablée does without an open page or a network: notices, and a few pages to read.
// It touches neither streams nor moves, and keeps nothing of a table.
"use strict";

const { version, files, publicKey } = JSON.parse('FACTS');
const LOOK = `look-${version}`; // stylesheets, drawings, the script: their addresses carry hashes
const PAGES = "pages"; // rules and their questions that were opened, and lessons, whole
const WISHES = "wishes"; // language and light
const MOST_PAGES = 80;
const KEPT = /^\/(?:rules\/[a-z-]+|pad(?:\/[a-z-]+(?:\/ask)?)?$)/;
const LESSON = /^(\/learn\/[a-z-]+)(?:\/(\d+))?$/;
const FILE = /\/look\/[\w.-]+\.(?:css|js|svg)\?[0-9a-f]{8}/g;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(LOOK).then((look) => look.addAll(files)));
});

addEventListener("activate", (event) => event.waitUntil(renew()));

/** Puts away what an older version has kept; pages are fetched anew, in the new look. */
async function renew() {
  const own = [LOOK, PAGES, WISHES];
  await Promise.all((await caches.keys()).filter((name) => !own.includes(name)).map((name) => caches.delete(name)));
  await clients.claim();
  const pages = (await (await caches.open(PAGES)).keys()).map(({ url }) => new URL(url));
  const lessons = new Set(pages.map(({ pathname }) => LESSON.exec(pathname)?.[1]).filter(Boolean));
  const others = pages.filter(({ pathname }) => !pathname.startsWith("/learn/")).map(({ href }) => keep(href));
  await Promise.allSettled([...others, ...[...lessons].map((lesson) => keepLesson(lesson))]);
}

/** Keeps a whole lesson: its pages, then what is answered to every gesture in them. */
async function keepLesson(lesson) {
  const answers = await fetch(`${lesson}/answers`);
  if (!answers.ok) return;
  const { steps } = await answers.clone().json();
  for (let step = 1; step <= steps; step += 1) await keep(`${lesson}/${step}`, await fetch(`${lesson}/${step}?kept`));
  await (await caches.open(PAGES)).put(`${lesson}/answers`, answers);
}

/** Finds the answers of a lesson, if they are kept in a language. */
async function answersOf(lesson, lang = "") {
  const kept = await (await caches.open(PAGES)).match(`${lesson}/answers`).then((found) => found?.json());
  return kept && (!lang || kept.lang === lang) ? kept.answers : null;
}

/** Has a gesture of a lesson judged: by the server, or without a network by what is kept. */
async function judge(request, [, lesson, step]) {
  const body = new URLSearchParams(await request.clone().text());
  try {
    return await fetch(request);
  } catch {
    const answers = (await answersOf(lesson)) || {};
    return Response.json(answers[`${step} ${body.get("played")} ${body.get("move")}`] || { lost: true });
  }
}

/** Keeps a page, and the files that it needs. */
async function keep(url, answer) {
  const page = answer || (await fetch(url));
  if (!page.ok || page.redirected) return;
  const [pages, look] = await Promise.all([caches.open(PAGES), caches.open(LOOK)]);
  const text = await page.clone().text();
  await pages.delete(url); // so that the last one opened is the last of all
  await pages.put(url, page);
  const all = await pages.keys();
  await Promise.all(all.slice(0, -MOST_PAGES).map((old) => pages.delete(old)));
  for (const file of new Set(text.match(FILE))) if (!(await look.match(file))) await look.add(file);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && url.pathname === "/me/forget") event.waitUntil(forget());
  const step = LESSON.exec(url.pathname);
  if (request.method === "POST" && step && request.headers.get("accept") === "application/json") event.respondWith(judge(request, step));
  if (request.method !== "GET") return;
  if (url.pathname.startsWith("/look/") && url.search) event.respondWith(fileOf(request));
  else if (request.mode === "navigate") event.respondWith(visit(event, url));
});

/** A file from what is kept; its address changes whenever it does. */
async function fileOf(request) {
  const look = await caches.open(LOOK);
  const kept = await look.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.headers.get("cache-control")?.includes("immutable")) await look.put(request.url, answer.clone());
  return answer;
}

/** The address of a score sheet without the round that is being noted; nothing for other pages. */
function sheetOf({ pathname, searchParams, origin }) {
  return KEPT.test(pathname) && searchParams.has("p") ? `${origin}${pathname}?${new URLSearchParams({ p: searchParams.get("p") })}` : "";
}

/** Keeps a score sheet in place of what the same people had noted before. */
async function keepSheet(url) {
  const answer = await fetch(sheetOf(url)); // without a network what is kept stays
  const pages = await caches.open(PAGES);
  const head = (address) => new URL(address).searchParams.get("p")?.split("~~")[0];
  for (const old of await pages.keys()) if (head(old.url) === head(url)) await pages.delete(old);
  return keep(sheetOf(url), answer);
}

/** Keeps a page of rules that was visited, or the whole lesson of one. */
async function keepVisited(url, answer) {
  const [, lesson] = LESSON.exec(url.pathname) || [];
  if (url.pathname.startsWith("/pad/") && KEPT.test(url.pathname)) await keep(new URL("/pad", url).href);
  if (url.searchParams.has("p")) return keepSheet(url);
  if (KEPT.test(url.pathname)) return keep(url.href.split("#")[0], answer);
  if (!lesson) return null;
  const [, lang] = /<html[^>]* lang="(\w+)"/.exec(await answer.text()) || [];
  return (await answersOf(lesson, lang)) || keepLesson(lesson);
}

/** A page from the network; without one, a lesson or rules that were opened before, or the news. */
async function visit(event, url) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keepVisited(url, answer.clone()));
    return answer;
  } catch {
    const pages = await caches.open(PAGES);
    const [, lesson, step] = LESSON.exec(url.pathname) || [];
    if (lesson && !step) return (await pages.match(`${lesson}/1`)) || offline();
    if (sheetOf(url)) return (await pages.match(sheetOf(url))) || offline();
    return (await pages.match(url.href)) || (await pages.match(url.href, { ignoreSearch: true })) || offline();
  }
}

/** The page that says that there is no network, in the language that was last read. */
async function offline() {
  const kept = await (await caches.open(WISHES)).match("/wishes");
  const { lang } = kept ? await kept.json() : { lang: navigator.language.slice(0, 2) };
  const look = await caches.open(LOOK);
  return (await look.match(`/offline?lang=${lang}`)) || (await look.match("/offline?lang=fr")) || Response.error();
}

/** Forgets what this device has read, and who is called on it. */
async function forget() {
  await Promise.all([caches.delete(PAGES), caches.delete(WISHES)]);
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
}

addEventListener("message", (event) => {
  const { lang, light, page, sheet } = event.data;
  if (sheet) {
    event.waitUntil(keepSheet(new URL(sheet, location.origin)));
    return;
  }
  const wishes = new Response(JSON.stringify({ lang, light }));
  event.waitUntil(caches.open(WISHES).then((cache) => cache.put("/wishes", wishes)));
  const url = page && new URL(page);
  if (url && (KEPT.test(url.pathname) || LESSON.test(url.pathname))) event.waitUntil(fetch(url).then((answer) => keepVisited(url, answer)));
});

addEventListener("push", (event) => {
  const { title, body, tag, lang, url } = event.data.json();
  const icon = "/look/icon-192.png";
  event.waitUntil(registration.showNotification(title, { body, tag, lang, icon, data: url }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(new URL(event.notification.data, location.origin).href));
});

/** Leads to a table: to the window in which it is open, or a new one. */
async function goTo(url) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => one.url.split(/[?#]/)[0] === url);
  return there ? there.focus() : clients.openWindow(url);
}

addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAnew()));

async function subscribeAnew() {
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  await fetch("/me/calls/push", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(made) });
}
