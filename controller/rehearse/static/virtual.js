// The virtual table: what moved is seen moving, the amount of a raise, drawers, the tour.
"use strict";
(() => {
  const table = document.getElementById("table");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const places = new Map(); // where each thing was drawn last, as parts of the felt
  const LASTS = 380;

  let felt = null;
  const boxOf = (one) => {
    const box = one.getBoundingClientRect();
    return { x: (box.x - felt.x) / felt.width, y: (box.y - felt.y) / felt.height, w: box.width, h: box.height };
  };
  const things = () => table.querySelectorAll(".table-felt :is(.thing, .lies)[id]");
  const from = (id) => {
    const seat = /^p-bet\.(\d+)-/.exec(id);
    if (seat) return document.getElementById(`z-stack.${seat[1]}`);
    if (id.startsWith("p-pot-")) return document.querySelector(".seat.turn .plate");
    return document.getElementById("t-top");
  };
  const fly = (one, was, now) => {
    const [dx, dy] = [(was.x - now.x) * felt.width, (was.y - now.y) * felt.height];
    if (Math.hypot(dx, dy) < 12) return;
    // What flies can't be touched, because below it lies what somebody means. A style would be lost with the next push.
    const above = { zIndex: 9, pointerEvents: "none" };
    one.animate(
      [{ transform: `translate(${dx}px, ${dy}px)`, ...above }, { transform: "none", ...above }],
      { duration: LASTS, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" },
    );
  };
  // What lay in the pot goes to whoever has won it.
  const paid = (gone) => {
    const winner = document.querySelector(".seat.won .plate");
    if (!winner) return;
    const to = winner.getBoundingClientRect();
    for (const [box, picture] of gone.slice(0, 8)) {
      const ghost = document.createElement("div");
      ghost.className = "flies felt-box";
      ghost.setAttribute("aria-hidden", "true");
      ghost.append(picture);
      Object.assign(ghost.style, { left: `${felt.x + box.x * felt.width}px`, top: `${felt.y + box.y * felt.height}px`, width: `${box.w}px`, height: `${box.h}px` });
      document.body.append(ghost);
      const [dx, dy] = [to.x + to.width / 2 - felt.x - box.x * felt.width, to.y + to.height / 2 - felt.y - box.y * felt.height];
      ghost.animate([{ opacity: 1 }, { transform: `translate(${dx}px, ${dy}px)`, opacity: 0.2 }], { duration: 2 * LASTS, easing: "ease-in" }).finished.finally(() => ghost.remove());
    }
  };
  const pictures = new Map();
  const moved = () => {
    felt = table.querySelector(".table-felt")?.getBoundingClientRect();
    if (!felt) return;
    const seen = new Set();
    const gone = [];
    const bets = [...places].filter(([id]) => id.startsWith("p-bet.") && !document.getElementById(id));
    for (const one of things()) {
      const now = boxOf(one);
      let was = places.get(one.id);
      if (!was && places.size) {
        const origin = one.id.startsWith("p-pot-") && bets.length ? null : from(one.id);
        was = origin ? boxOf(origin) : bets[0]?.[1];
      }
      if (was && !still.matches) fly(one, was, now);
      seen.add(one.id);
      places.set(one.id, now);
      if (one.id.startsWith("p-pot-")) pictures.set(one.id, one);
    }
    for (const [id, box] of [...places]) {
      if (seen.has(id)) continue;
      if (id.startsWith("p-pot-") && pictures.has(id)) gone.push([box, pictures.get(id).cloneNode(true)]);
      places.delete(id);
    }
    if (gone.length && !still.matches) paid(gone);
  };

  // What was chosen in a list stays chosen, although the list is another by then.
  const picked = new Map();
  document.addEventListener("change", ({ target }) => {
    if (target.tagName === "SELECT" && target.id && table.contains(target)) picked.set(target.id, target.value);
  });
  const keepPicked = () => {
    for (const [id, value] of picked) {
      const list = document.getElementById(id);
      if (list && list.value !== value && [...list.options].some((one) => one.value === value)) list.value = value;
    }
  };

  // A stack that is touched lays its chips into the bar, until the turn is another's.
  let chosen = "", turn = "";
  const trays = () => {
    const now = table.querySelector(".seat.turn")?.id || "";
    if (now !== turn) [chosen, turn] = ["", now];
    if (!chosen) return;
    for (const one of table.querySelectorAll(".tray")) {
      one.hidden = one.id !== `tray-${chosen}`;
      one.classList.toggle("chosen", !one.hidden);
    }
  };
  document.addEventListener("click", (event) => {
    const plate = event.target.closest?.(".plate[data-place]");
    if (!plate || table.classList.contains("holding")) return;
    chosen = plate.dataset.place.split(".")[1];
    trays();
  }, true);

  // The amount of a raise: slider, field and presets are one.
  const sized = (form, amount) => {
    const field = form.elements.amount, slider = form.querySelector(".slider");
    const least = Number(slider.min), most = Number(slider.max);
    const value = Math.min(most, Math.max(least, Number(amount) || least));
    if (document.activeElement !== field) field.value = value;
    slider.value = value;
    const lang = document.documentElement.lang;
    form.querySelector(".act-raise").textContent = form.dataset.text.replace("{amount}", value.toLocaleString(lang));
  };
  document.addEventListener("input", (event) => {
    const form = event.target.closest?.(".raise");
    if (form) sized(form, event.target.value);
  });
  document.addEventListener("click", (event) => {
    const preset = event.target.closest?.(".preset");
    if (preset) sized(preset.form, preset.dataset.amount);
  });

  // The tour of a first visit.
  const tour = document.getElementById("tour");
  const KEY = "tapis-tour";
  const steps = tour ? [...tour.querySelectorAll("[data-step]")] : [];
  const [next, flop] = [document.getElementById("tour-next"), document.getElementById("tour-flop")];
  let at = -1;
  const tell = (nth) => {
    at = nth;
    for (const one of document.querySelectorAll(".toured")) one.classList.remove("toured");
    tour.hidden = !steps[nth];
    if (tour.hidden) { try { localStorage.setItem(KEY, "done"); } catch { /* it comes again */ } return; }
    steps.forEach((step, i) => { step.hidden = i !== nth; });
    next.hidden = nth === steps.length - 1;
    flop.hidden = !next.hidden;
    document.getElementById(steps[nth].dataset.about)?.classList.add("toured");
  };
  if (tour) {
    next.addEventListener("click", () => tell(at + 1));
    document.getElementById("tour-end").addEventListener("click", () => tell(-1));
    document.getElementById("tour-again").addEventListener("click", () => { scrollTo(0, 0); tell(0); });
    flop.addEventListener("click", () => {
      tell(-1);
      fetch(flop.dataset.to, { method: "POST", headers: { accept: "application/json" } });
    });
    let seen = null;
    try { seen = localStorage.getItem(KEY); } catch { /* not kept here */ }
    if (!seen) tell(0);
  }

  trays();
  moved();
  addEventListener("resize", () => { places.clear(); moved(); });
  new MutationObserver(() => { keepPicked(); trays(); moved(); }).observe(table, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-seq", "data-lines"] });
})();
