// What pages can't do without a script: clocks that run, a word when the connection is lost, a
// ring on a player's telephone. Every page can be read without it.
"use strict";
(() => {
  // One picture is pushed: the one for this screen. This runs before anything connects.
  for (const one of document.querySelectorAll("[data-tall]")) {
    if (matchMedia("(max-width: 40rem)").matches) one.setAttribute("hx-sse:connect", one.dataset.tall);
  }
  let ahead = 0; // this machine's clock less the server's, in ms
  const two = (n) => String(n).padStart(2, "0");
  const clock = (ms) => {
    const seconds = Math.ceil(Math.max(0, ms) / 1000);
    return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  };
  const put = (element, text) => {
    if (element.textContent !== text) element.textContent = text;
  };
  const tick = () => {
    const now = Date.now() - ahead;
    for (const one of document.querySelectorAll("[data-ends]")) put(one, clock(one.dataset.ends - now));
    for (const one of document.querySelectorAll("[data-since]")) put(one, clock(now - one.dataset.since));
  };
  const setClock = async () => {
    try {
      const asked = Date.now();
      const told = await (await fetch("/now")).json();
      ahead = (asked + Date.now()) / 2 - told.now;
    } catch {
      return; // the next time
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
  document.addEventListener("htmx:sse:after:message", () => { say(false); tick(); ring(); });

  const button = document.getElementById("sound");
  const chime = document.querySelector("[data-chime]");
  const where = () => chime?.querySelector("[data-key]")?.dataset.key;
  let sound = null;
  let was = where();
  const tone = (at, hertz) => {
    const voice = sound.createOscillator();
    const level = sound.createGain();
    voice.frequency.value = hertz;
    level.gain.setValueAtTime(0.25, at);
    level.gain.exponentialRampToValueAtTime(0.001, at + 0.6);
    voice.connect(level).connect(sound.destination);
    voice.start(at);
    voice.stop(at + 0.6);
  };
  const ring = () => {
    const is = where();
    if (is === was) return;
    was = is;
    if (!sound) return;
    [660, 880, 1320].forEach((hertz, nth) => tone(sound.currentTime + nth * 0.18, hertz));
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
  document.addEventListener("visibilitychange", () => { if (!document.hidden) setClock(); });
  setClock().then(tick);
  setInterval(tick, 250);
  setInterval(setClock, 5 * 60 * 1000);
})();
