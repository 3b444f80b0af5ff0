// Things that are dragged, by mouse, touch or keyboard. What the table makes of it comes back over
// the stream; every motion can be made with the form below it as well.
"use strict";
(() => {
  const table = document.getElementById("table");
  const answer = document.getElementById("answer");
  const told = document.getElementById("held");
  const link = table.dataset.link;
  let held = []; // things in the hand; several are chips of one place
  let drag = null;

  const nameOf = (id) => {
    for (const one of document.querySelectorAll("[data-thing]")) {
      if (one.dataset.thing === id) return one.getAttribute("aria-label");
    }
    return id;
  };
  const kind = (id) => (id === "top" ? "card" : id.split(":")[0]);
  const show = () => {
    for (const one of document.querySelectorAll("[data-thing]")) {
      one.classList.toggle("held", held.includes(one.dataset.thing));
    }
    table.classList.toggle("holding", held.length > 0);
    for (const one of ["card", "chips", "button", "badge"]) table.classList.toggle(`holding-${one}`, held.length > 0 && kind(held[0]) === one);
    told.hidden = held.length === 0;
    told.firstElementChild.textContent = told.dataset.text.replace("{things}", held.map(nameOf).join(" + "));
  };
  const zone = (id) => id.startsWith("chips:") ? id.split(":")[1] : "";
  const from = (id) => zone(id) || [...document.querySelectorAll("[data-thing]")].find((one) => one.dataset.thing === id)?.closest("[data-place]")?.dataset.place;
  const hold = (id) => {
    if (zone(id) && held.length && zone(held[0]) === zone(id)) held.push(id);
    else held = held.length === 1 && held[0] === id && !zone(id) ? [] : [id];
    show();
  };
  const letGo = () => { held = []; show(); };
  let until = 0;
  const say = (text) => {
    answer.textContent = text;
    answer.hidden = !text;
    clearTimeout(until);
    if (text) until = setTimeout(() => say(""), 8000);
  };

  const send = async (path, form) => {
    try {
      const got = await fetch(path, { method: "POST", body: new URLSearchParams(form), headers: { accept: "application/json" } });
      const came = await got.json();
      say(came.ok ? "" : came.text);
      return came.ok;
    } catch {
      say(document.body.dataset.lost.replace("{time}", new Date().toLocaleTimeString()));
    }
  };
  const move = (things, to, count) => {
    letGo();
    return send(`${link}/move`, { thing: things.join(","), to, count: count || "1" });
  };

  // What is dragged is drawn once more under the pointer, as large as it lies there.
  const unit = (thing) => (thing.querySelector("svg, .chip, .disc")?.getBoundingClientRect().width || 40) / (thing.querySelector("svg") ? 4.9 : 3.1);
  const ghostOf = (ids) => {
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.setAttribute("aria-hidden", "true");
    for (const id of ids.slice(0, 8)) {
      const thing = [...document.querySelectorAll("[data-thing]")].find((one) => one.dataset.thing === id);
      if (!thing) continue;
      const shown = thing.getBoundingClientRect();
      if (!thing.getBBox) {
        const copy = thing.cloneNode(true);
        copy.removeAttribute("id");
        ghost.classList.add("felt-box");
        ghost.style.width = `${shown.width}px`;
        ghost.style.height = `${shown.height}px`;
        ghost.style.setProperty("--u", `${unit(thing)}px`);
        ghost.append(copy);
        continue;
      }
      const box = thing.getBBox();
      const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      picture.setAttribute("class", "felt");
      picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
      picture.setAttribute("width", shown.width);
      picture.setAttribute("height", shown.height);
      for (const part of thing.children) picture.append(part.cloneNode(true));
      ghost.append(picture);
    }
    return ghost;
  };
  const placeAt = (x, y) => {
    for (const one of document.elementsFromPoint(x, y)) {
      const place = one.closest("[data-place]");
      if (place) return place;
    }
    return null;
  };
  const over = (place) => {
    for (const one of document.querySelectorAll(".zone-over")) one.classList.remove("zone-over");
    if (place) place.classList.add("zone-over");
  };
  const endDrag = () => {
    over(null);
    if (drag && drag.ghost) drag.ghost.remove();
    drag = null;
  };

  document.addEventListener("pointerdown", (event) => {
    const thing = event.target.closest?.("[data-thing]");
    if (!thing || event.button !== 0) return;
    drag = { id: thing.dataset.thing, x: event.clientX, y: event.clientY, ghost: null };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
      if (!held.includes(drag.id)) { held = [drag.id]; show(); }
      drag.ghost = ghostOf(held);
      document.body.append(drag.ghost);
    }
    event.preventDefault();
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
    over(placeAt(event.clientX, event.clientY));
  }, { passive: false });
  document.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const was = drag;
    endDrag();
    if (!was.ghost) return; // a click: below
    const place = placeAt(event.clientX, event.clientY);
    if (place) move(held, place.dataset.place);
    else letGo();
  });
  document.addEventListener("pointercancel", endDrag);

  document.addEventListener("click", (event) => {
    const thing = event.target.closest?.("[data-thing]");
    const place = event.target.closest?.("[data-place]");
    // What lies in a place that takes what is held is no obstacle: it is laid beside it.
    const takes = place?.dataset.takes?.split(" ").includes(held.length ? kind(held[0]) : "");
    if (thing && !(takes && place.dataset.place !== from(held[0]))) { hold(thing.dataset.thing); return; }
    if (place && held.length) move(held, place.dataset.place);
  });
  // With the keyboard: what is chosen goes into the form, where the place is chosen next.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { endDrag(); letGo(); return; }
    const thing = event.target.closest?.("[data-thing]");
    if (!thing || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    const drawer = document.getElementById("by-hand");
    if (drawer) drawer.open = true;
    const what = document.getElementById("thing");
    what.value = thing.dataset.thing;
    what.dispatchEvent(new Event("change", { bubbles: true }));
    document.getElementById("to").focus();
  });
  told.querySelector("button").addEventListener("click", letGo);

  let busy = ""; // a second press of the same key of the same picture, before an answer, is none
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!/\/(move|say|press|pin)$/.test(form.getAttribute("action") || "")) return;
    event.preventDefault();
    const { seq, lines } = table.querySelector(".play")?.dataset ?? {};
    const key = `${seq} ${lines} ${event.submitter?.value} ${event.submitter?.textContent}`;
    const deed = (form.getAttribute("action") || "").endsWith("/say");
    if (deed && busy === key) return;
    if (deed) busy = key;
    const data = new FormData(form, event.submitter);
    // What comes of a deed that is chosen below the table is seen at the table.
    send(form.getAttribute("action"), data).then((done) => {
      if (busy === key) busy = "";
      if (done && !table.contains(form) && table.getBoundingClientRect().top < 0) table.scrollIntoView();
    });
  });
  // On a narrow screen the middle of the table comes first, where one's own cards are.
  const felt = document.querySelector(".felt-scroll");
  if (felt) felt.scrollLeft = (felt.scrollWidth - felt.clientWidth) / 2;
  new MutationObserver(show).observe(table, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-seq", "data-lines"] });
  document.addEventListener("htmx:after:swap", show);
  document.addEventListener("htmx:sse:after:message", show);
})();
