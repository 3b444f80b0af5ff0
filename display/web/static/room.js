// The functions that pages need a script for: running clocks, a message when the connection is lost,
// a sound on a player's telephone, and updating only the parts of a page that have changed. Every
// page can be read without the script.
"use strict";
(() => {
  // Request the picture for this screen only. This runs before anything connects.
  for (const one of document.querySelectorAll("[data-tall]")) {
    if (matchMedia("(max-width: 40rem)").matches) one.setAttribute("hx-sse:connect", one.dataset.tall);
  }
  const menu = document.getElementById("menu");
  if (menu) {
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary").focus();
    });
    const leave = (event) => { if (!menu.contains(event.target)) menu.open = false; };
    document.addEventListener("focusin", leave);
    document.addEventListener("pointerdown", leave);
  }
  // The arrow keys step through a hand, unless the focus is in a region that scrolls.
  document.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    if (!to || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, .scroll")) return;
    document.querySelector(`main a[rel="${to}"]`)?.click();
  });
  // Each button of the clock's operator has a key, unless the focus is in a field or on a control.
  document.addEventListener("keydown", (event) => {
    const keys = document.querySelector("[data-keys]");
    if (!keys || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, select, textarea, button, a, summary, .scroll")) return;
    const button = [...keys.querySelectorAll("[data-key]")].find((one) => one.dataset.key === event.key);
    if (!button) return;
    event.preventDefault();
    button.click();
  });
  // Send the clock's forms without leaving the page, so that sounds continue and the focus stays.
  document.addEventListener("submit", async (event) => {
    if (!event.target.closest("[data-keys]")) return;
    event.preventDefault();
    const sent = { method: "POST", body: new URLSearchParams(new FormData(event.target)) };
    const answer = await fetch(event.target.action, sent);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const said = page.querySelector(".told");
    const told = document.getElementById("keys-told");
    told.textContent = said ? said.textContent : "";
    told.className = said && said.classList.contains("told-wrong") ? "told told-wrong" : "visually-hidden";
    if (!said) location.assign(answer.url);
  });
  // Turn the shown nodes into the received ones by changing only the differences, so that the focus
  // and the scroll position stay and the browser redraws nothing else.
  const keyOf = (one) => one.id || (one.nodeName === "OPTION" ? one.value : "");
  const alike = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);
  // Only the visitor opens and closes a `details` element.
  const theirs = (one, name) => name === "open" && one.nodeName === "DETAILS";
  const patch = (shown, come) => {
    if (shown.isEqualNode(come)) return;
    if (shown.nodeType !== Node.ELEMENT_NODE) {
      shown.data = come.data;
      return;
    }
    for (const { name } of [...shown.attributes]) if (!come.hasAttribute(name) && !theirs(shown, name)) shown.removeAttribute(name);
    for (const { name, value } of come.attributes) {
      if (shown.getAttribute(name) !== value && !theirs(shown, name)) shown.setAttribute(name, value);
    }
    patchInside(shown, come);
  };
  const patchInside = (shown, come) => {
    const [are, will] = [[...shown.childNodes], [...come.childNodes]];
    const both = Math.min(are.length, will.length);
    let before = 0; // number of matching nodes at the start; `behind` is the number at the end
    let behind = 0;
    while (before < both && alike(are[before], will[before])) before += 1;
    while (behind < both - before && alike(are.at(-1 - behind), will.at(-1 - behind))) behind += 1;
    for (let nth = 0; nth < before; nth += 1) patch(are[nth], will[nth]);
    for (let nth = 1; nth <= behind; nth += 1) patch(are.at(-nth), will.at(-nth));
    // In between, an element with a key remains the same element, wherever it moves.
    const coming = will.slice(before, will.length - behind);
    const names = new Set(coming.map((one) => `${one.nodeName} ${keyOf(one)}`));
    const stays = new Map();
    for (const one of are.slice(before, are.length - behind)) {
      const name = `${one.nodeName} ${keyOf(one)}`;
      if (keyOf(one) && names.has(name) && !stays.has(name)) stays.set(name, one);
      else one.remove();
    }
    let next = before ? are[before - 1].nextSibling : shown.firstChild;
    for (const one of coming) {
      const same = stays.get(`${one.nodeName} ${keyOf(one)}`);
      if (same) patch(same, one);
      if (same && same === next) next = next.nextSibling;
      else shown.insertBefore(same ?? one, next);
    }
  };
  const read = (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content;
  };
  // A piece that can't be parsed on its own is wrapped in an element without an id.
  const named = (one) => (one.id ? [one] : [...one.children].flatMap(named));
  document.addEventListener("pieces", ({ detail }) => {
    for (const piece of [...read(detail.data).children].flatMap(named)) {
      const shown = document.getElementById(piece.id);
      if (shown) patch(shown, piece);
    }
  });
  // If the focused element disappears, the focus moves to the nearest remaining ancestor with an id.
  const keepingFocus = (redraw) => {
    const had = document.activeElement;
    const around = [];
    for (let one = had; one && one !== document.body; one = one.parentElement) if (one.id) around.push(one);
    redraw();
    if (!around.length || document.activeElement !== document.body) return;
    const there = had.isConnected ? had : around.find((one) => one.isConnected);
    if (!there) return;
    if (there !== had && !there.hasAttribute("tabindex")) there.tabIndex = -1;
    there.focus({ preventScroll: true });
  };
  // Delay updates while something is pressed, because a redraw between press and release would lose
  // the press or apply it to another element.
  const PRESSED = "a, button, input, label, summary, [data-thing], [data-place]";
  const HELD_MS = 5000; // maximum delay of an update
  const CLICK_MS = 400; // maximum delay of a click after a finger is lifted
  let held = null;
  let ends = 0;
  const letGo = () => {
    clearTimeout(ends);
    held?.done();
    held = null;
  };
  const letGoIn = (ms) => {
    clearTimeout(ends);
    ends = setTimeout(letGo, ms);
  };
  const hold = ({ target }) => {
    if (!target.closest?.(PRESSED)) return;
    if (!held) {
      held = {};
      held.over = new Promise((done) => { held.done = done; });
    }
    letGoIn(HELD_MS);
  };
  const isPress = ({ key }) => key === "Enter" || key === " ";
  addEventListener("pointerdown", (event) => { if (event.button === 0) hold(event); }, true);
  addEventListener("pointerup", ({ pointerType }) => letGoIn(pointerType === "mouse" ? 0 : CLICK_MS), true);
  addEventListener("keydown", (event) => { if (isPress(event) && !event.repeat) hold(event); }, true);
  addEventListener("keyup", (event) => { if (isPress(event)) letGoIn(0); }, true);
  for (const over of ["click", "pointercancel"]) addEventListener(over, () => letGoIn(0), true);
  addEventListener("blur", () => letGoIn(0));
  document.addEventListener("htmx:sse:before:message", ({ detail, target }) => {
    const patched = !detail.message.event && "patched" in target.dataset;
    if (patched) detail.cancelled = true;
    const take = () => {
      if (!patched) return;
      keepingFocus(() => patchInside(target, read(detail.message.data)));
      shownNow();
    };
    if (held) detail.waitUntil(held.over.then(take));
    else take();
  });
  const tone = (into, at, hertz) => {
    const voice = into.createOscillator();
    const level = into.createGain();
    voice.frequency.value = hertz;
    level.gain.setValueAtTime(0.25, at);
    level.gain.exponentialRampToValueAtTime(0.001, at + 0.6);
    voice.connect(level).connect(into.destination);
    voice.start(at);
    voice.stop(at + 0.6);
  };
  let ahead = 0; // this machine's clock minus the server's, in ms
  const two = (n) => String(n).padStart(2, "0");
  const clock = (ms) => {
    const seconds = Math.ceil(Math.max(0, ms) / 1000);
    return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  };
  const put = (element, text) => {
    if (element.textContent !== text) element.textContent = text;
  };
  // A screen with its sounds on plays one a minute before the end of a level, one at that end, and
  // one at the end of a break. Each plays only once, and jumping to a level plays nothing.
  let bells = null;
  let rung = "";
  let heard = Infinity; // ms left at the last check
  const tones = (all) => all.forEach((hertz, nth) => tone(bells, bells.currentTime + nth * 0.22, hertz));
  // The club's own sounds by occasion. Tones are used if a sound is missing or can't be played.
  const own = {};
  const play = (moment, all) => {
    const sound = own[moment];
    if (!sound) return tones(all);
    const source = new AudioBufferSourceNode(bells, { buffer: sound });
    source.connect(bells.destination);
    source.start();
  };
  let known = ""; // the URLs of the sounds in `own`
  const learn = async () => {
    const all = { ...document.querySelector("[data-sounds]")?.dataset };
    if (!bells || known === JSON.stringify(all)) return;
    known = JSON.stringify(all);
    for (const moment of Object.keys(own)) delete own[moment];
    for (const [name, path] of Object.entries(all)) {
      if (name === "sounds") continue;
      try {
        const content = await (await fetch(path)).arrayBuffer();
        own[name.slice(5).toLowerCase()] = await bells.decodeAudioData(content);
      } catch {
        document.documentElement.dataset.unheard = name;
      }
    }
  };
  const bell = (one, ms) => {
    const due = ms <= 0 ? "end" : ms <= 60000 ? "minute" : "";
    const { bell: index, rest } = one.dataset;
    const key = `${index} ${due} ${rest}`;
    const [before, left] = [rung, heard];
    [rung, heard] = [key, ms];
    // The first check of a clock only stores its state, and plays nothing.
    if (key === before || !before || !bells) return;
    const [was, wasDue, wasRest] = before.split(" ");
    // The next level may be announced before the last second of this one has passed here.
    const over = wasDue === "minute" && (due === "end" || (was !== index && left < 1500));
    if (over) wasRest ? play("rest", [660, 880, 660, 880]) : play("level", [880, 1175, 1568]);
    else if (due === "minute" && was === index && !wasDue && !rest) play("minute", [880]);
    else return;
    document.documentElement.dataset.rang = over ? "end" : "minute";
  };
  const bellsButton = document.getElementById("bells");
  if (bellsButton && window.AudioContext) {
    const turn = (on) => {
      bells = on ? new AudioContext() : (bells?.close(), null);
      bellsButton.setAttribute("aria-pressed", String(on));
      learn();
    };
    bellsButton.hidden = false;
    if (localStorage.getItem("bells") === "on") turn(true);
    document.addEventListener("pointerdown", () => bells?.resume());
    bellsButton.addEventListener("click", () => {
      turn(!bells);
      localStorage.setItem("bells", bells ? "on" : "off");
      if (bells) tones([880]);
    });
  }
  // Update running clocks at the end of each of their seconds. If no clock runs, do nothing.
  let next = 0;
  const tick = () => {
    const now = Date.now() - ahead;
    let due = Infinity;
    for (const one of document.querySelectorAll("[data-ends], [data-since]")) {
      const ms = one.dataset.ends ? Math.max(0, one.dataset.ends - now) : now - one.dataset.since;
      put(one, clock(ms));
      if (one.dataset.bell) bell(one, ms);
      if (!one.dataset.ends) due = Math.min(due, 1000 - (ms % 1000));
      else if (ms) due = Math.min(due, ms % 1000);
    }
    clearTimeout(next);
    if (due < Infinity) next = setTimeout(tick, due + 5);
  };
  const setClock = async () => {
    try {
      const asked = Date.now();
      const told = await (await fetch("/now")).json();
      ahead = (asked + Date.now()) / 2 - told.now;
    } catch {
      return; // try again the next time
    }
  };
  const lost = document.getElementById("lost");
  const say = (isLost) => {
    if (!lost || lost.hidden === !isLost) return;
    const at = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    lost.textContent = isLost ? document.body.dataset.lost.replace("{time}", at) : "";
    lost.hidden = !isLost;
  };
  document.addEventListener("htmx:sse:error", () => say(true));
  document.addEventListener("htmx:sse:before:connection", (event) => {
    if (event.detail.connection.attempt > 0 && !document.hidden) say(true);
  });
  document.addEventListener("htmx:sse:after:connection", () => say(false));
  const shownNow = () => { say(false); tick(); ring(); learn(); };
  document.addEventListener("htmx:sse:after:message", shownNow);

  const button = document.getElementById("sound");
  const chime = document.querySelector("[data-chime]");
  const where = () => chime?.querySelector("[data-key]")?.dataset.key;
  let sound = null;
  let was = where();
  const ring = () => {
    const is = where();
    if (is === was) return;
    was = is;
    if (!sound) return;
    [660, 880, 1320].forEach((hertz, nth) => tone(sound, sound.currentTime + nth * 0.18, hertz));
    navigator.vibrate?.([200, 100, 200]);
  };
  if (button && window.AudioContext) {
    button.hidden = false;
    button.addEventListener("click", () => {
      sound = sound ? (sound.close(), null) : new AudioContext();
      button.setAttribute("aria-pressed", String(Boolean(sound)));
    });
  }
  document.addEventListener("htmx:after:swap", tick);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) setClock().then(tick); });
  setClock().then(tick);
  setInterval(() => setClock().then(tick), 5 * 60 * 1000);
})();
