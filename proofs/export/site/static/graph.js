// The graph: what is shown is decided by the address, so that a view can be sent and the back button works.
"use strict";
(() => {
  const data = window.lemmataGraph;
  const nodes = new Map(data.nodes.map((n) => [n.id, n]));
  const uses = new Map(data.nodes.map((n) => [n.id, []])); // what it uses
  const used = new Map(data.nodes.map((n) => [n.id, []])); // what uses it
  for (const [x, y] of data.edges) { uses.get(y).push(x); used.get(x).push(y); }
  const FILTERS = ["paper", "kind", "status", "evidence"];
  const HEIGHT = 40, GAP = 18, LAYER = 86, ROOM = 1150, READABLE = 0.92;
  const svg = document.getElementById("graph");
  const form = document.getElementById("options");
  const $ = (id) => document.getElementById(id);
  const make = (name, attributes = {}, ...children) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    e.append(...children);
    return e;
  };

  const plain = (x) => { try { return decodeURIComponent(x); } catch { return x; } };

  // --- the state, and the address --------------------------------------------------------------------------
  function read() {
    const q = new URLSearchParams(location.hash.slice(1));
    const depth = parseInt(q.get("depth"), 10);
    const state = {
      focus: nodes.has(q.get("focus")) ? q.get("focus") : null,
      way: ["above", "below"].includes(q.get("way")) ? q.get("way") : "both",
      depth: Number.isFinite(depth) && depth >= 0 ? depth : null,
      falls: q.get("falls") === "1",
      displays: q.get("displays") === "1",
      every: q.get("every") === "1",
      without: {},
    };
    for (const f of FILTERS) state.without[f] = new Set((q.get(`no-${f}`) || "").split(",").filter(Boolean).map(plain));
    return state;
  }
  function address(s) {
    const q = [];
    const put = (k, v) => q.push(`${k}=${encodeURIComponent(v).replace(/%3A/g, ":").replace(/%2C/g, ",")}`);
    if (s.focus) {
      put("focus", s.focus);
      if (s.way !== "both") put("way", s.way);
      if (s.depth !== null) put("depth", s.depth);
      if (s.falls) put("falls", 1);
    }
    if (s.displays) put("displays", 1);
    if (s.every) put("every", 1);
    for (const f of FILTERS) if (s.without[f].size) put(`no-${f}`, [...s.without[f]].map(encodeURIComponent).join(","));
    return q.join("&");
  }
  let state = read();
  function go(change) {
    state = { ...state, ...change };
    const hash = address(state);
    if (hash !== location.hash.slice(1)) history.pushState(null, "", hash ? `#${hash}` : location.pathname + location.search);
    draw();
  }
  window.addEventListener("popstate", () => { state = read(); draw(); });
  window.addEventListener("hashchange", () => { state = read(); draw(); });

  // --- what is shown ---------------------------------------------------------------------------------------
  function reached(start, next, depth = null, through = null) {
    const far = new Map([[start, 0]]);
    const work = [start];
    for (let k = 0; k < work.length; k++) {
      const x = work[k];
      if (depth !== null && far.get(x) >= depth) continue;
      if (through && x !== start && !through(x)) continue;
      for (const y of next.get(x)) if (!far.has(y)) { far.set(y, far.get(x) + 1); work.push(y); }
    }
    far.delete(start);
    return far;
  }
  function passes(n) {
    if (n.id === state.focus) return true;
    if (!state.displays && n.unnamed) return false;
    for (const f of ["paper", "kind", "status"]) if (state.without[f].has(n[f])) return false;
    return !n.evidence.length || !n.evidence.every((e) => state.without.evidence.has(e));
  }
  // The edges between shown nodes: a way through hidden ones counts as one.
  function contracted(shown) {
    const edges = [];
    for (const x of shown) {
      for (const y of reached(x, used, null, (z) => !shown.has(z)).keys()) if (shown.has(y)) edges.push([x, y]);
    }
    return edges;
  }
  function reduced(shown, edges) {
    const next = new Map([...shown].map((x) => [x, []]));
    for (const [x, y] of edges) next.get(x).push(y);
    const below = new Map();
    const down = (x) => {
      if (!below.has(x)) {
        const all = new Set();
        below.set(x, all);
        for (const y of next.get(x)) { all.add(y); for (const z of down(y)) all.add(z); }
      }
      return below.get(x);
    };
    return edges.filter(([x, y]) => !next.get(x).some((z) => z !== y && down(z).has(y)));
  }
  function within(shown, edges, start, forwards, depth) {
    const next = new Map([...shown].map((x) => [x, []]));
    for (const [x, y] of edges) forwards ? next.get(x).push(y) : next.get(y).push(x);
    return reached(start, next, depth);
  }
  function view() {
    let shown = new Set(data.nodes.filter(passes).map((n) => n.id));
    let edges = contracted(shown);
    const reducedEdges = () => (state.every ? edges : reduced(shown, edges));
    edges = reducedEdges();
    if (state.focus && !state.falls) {
      const keep = new Set([state.focus]);
      if (state.way !== "below") for (const x of within(shown, edges, state.focus, false, state.depth).keys()) keep.add(x);
      if (state.way !== "above") for (const x of within(shown, edges, state.focus, true, state.depth).keys()) keep.add(x);
      shown = keep;
      edges = edges.filter(([x, y]) => keep.has(x) && keep.has(y));
    }
    return { shown, edges };
  }

  // --- the layout: layers, an order with few crossings, straight columns --------------------------------------
  function layout(shown, edges) { // each connected part by itself, packed in rows
    const part = new Map([...shown].map((x) => [x, x]));
    const root = (x) => { while (part.get(x) !== x) { part.set(x, part.get(part.get(x))); x = part.get(x); } return x; };
    for (const [x, y] of edges) part.set(root(x), root(y));
    const parts = new Map();
    for (const n of data.nodes) if (shown.has(n.id)) { // prerequisites first
      const r = root(n.id);
      if (!parts.has(r)) parts.set(r, { ids: [], edges: [] });
      parts.get(r).ids.push(n.id);
    }
    for (const e of edges) parts.get(root(e[0])).edges.push(e);
    const done = [...parts.values()].sort((a, b) => b.ids.length - a.ids.length).map((p) => layers(p.ids, p.edges));
    const room = Math.max(ROOM, ...done.map((p) => p.width));
    const places = new Map(), paths = [];
    let x = 0, y = 0, high = 0, width = 0;
    for (const p of done) {
      if (x && x + p.width > room) { x = 0; y += high + 2 * GAP; high = 0; }
      for (const [id, [u, v]] of p.places) places.set(id, [x + u, y + v]);
      for (const [a, b, path] of p.paths) paths.push([a, b, path(x, y)]);
      x += p.width;
      high = Math.max(high, p.height);
      width = Math.max(width, x);
      x += 2 * GAP;
    }
    return { places, paths, frames: [], width, height: y + high };
  }
  function layers(ids, edges) {
    const before = new Map(ids.map((x) => [x, []])), after = new Map(ids.map((x) => [x, []]));
    for (const [x, y] of edges) { before.get(y).push(x); after.get(x).push(y); }
    const layer = new Map();
    for (const x of ids) layer.set(x, Math.max(-1, ...before.get(x).map((p) => layer.get(p))) + 1);
    for (const x of [...ids].reverse()) { // a source stands just above the first that uses it
      if (!before.get(x).length && after.get(x).length) layer.set(x, Math.min(...after.get(x).map((s) => layer.get(s))) - 1);
    }
    const rows = [];
    const put = (item, k) => { (rows[k] ||= []).push(item); return item; };
    const items = new Map();
    for (const x of ids) items.set(x, put({ id: x, width: nodes.get(x).width, up: [], down: [] }, layer.get(x)));
    const ways = [];
    for (const [x, y] of edges) { // a long edge bends in each layer that it passes
      const way = [items.get(x)];
      for (let k = layer.get(x) + 1; k < layer.get(y); k++) way.push(put({ width: 4, up: [], down: [] }, k));
      way.push(items.get(y));
      for (let k = 1; k < way.length; k++) { way[k - 1].down.push(way[k]); way[k].up.push(way[k - 1]); }
      ways.push([x, y, way]);
    }
    for (let k = 0; k < rows.length; k++) rows[k] ||= [];
    rows.forEach((row) => row.forEach((item, k) => { item.place = k; }));
    for (let round = 0; round < 16; round++) {
      const side = round % 2 ? "down" : "up";
      const turn = round % 2 ? [...rows].reverse() : rows;
      for (const row of turn) {
        for (const item of row) {
          const near = item[side];
          item.wish = near.length ? near.reduce((sum, o) => sum + o.place, 0) / near.length : item.place;
        }
        row.sort((a, b) => a.wish - b.wish);
        row.forEach((item, k) => { item.place = k; });
      }
    }
    for (const row of rows) { let x = 0; for (const item of row) { item.x = x + item.width / 2; x += item.width + GAP; } }
    for (let round = 0; round < 24; round++) {
      const side = round % 2 ? "down" : "up";
      for (const row of round % 2 ? [...rows].reverse() : rows) settle(row, side);
    }
    const least = Math.min(...rows.flat().map((i) => i.x - i.width / 2));
    const places = new Map();
    rows.forEach((row, k) => row.forEach((item) => {
      item.x -= least;
      item.y = k * LAYER + HEIGHT / 2;
      if (item.id) places.set(item.id, [item.x, item.y]);
    }));
    const paths = ways.map(([x, y, way]) => [x, y, (dx, dy) => {
      const at = (u, v) => `${Math.round((u + dx) * 10) / 10},${Math.round((v + dy) * 10) / 10}`;
      let d = `M${at(way[0].x, way[0].y + HEIGHT / 2)}`;
      for (let k = 1; k < way.length; k++) {
        const a = way[k - 1], b = way[k];
        const from = a.id ? a.y + HEIGHT / 2 : a.y, to = b.id ? b.y - HEIGHT / 2 : b.y, middle = (from + to) / 2;
        d += `C${at(a.x, middle)} ${at(b.x, middle)} ${at(b.x, to)}`;
      }
      return d;
    }]);
    const width = Math.max(...rows.flat().map((i) => i.x + i.width / 2));
    return { places, paths, width, height: (rows.length - 1) * LAYER + HEIGHT };
  }
  // Where the items of a row wish to be, as near as the order and the gaps allow (pooling those that meet).
  function settle(row, side) {
    const blocks = [];
    let offset = 0;
    for (const item of row) {
      const near = item[side].length ? item[side] : item[side === "up" ? "down" : "up"];
      const wish = near.length ? near.reduce((sum, o) => sum + o.x, 0) / near.length : item.x;
      item.offset = offset + item.width / 2;
      offset += item.width + (item.id ? GAP : GAP / 2);
      let block = { items: [item], sum: wish - item.offset, count: 1 };
      while (blocks.length && blocks.at(-1).sum / blocks.at(-1).count > block.sum / block.count) {
        const last = blocks.pop();
        block = { items: [...last.items, ...block.items], sum: last.sum + block.sum, count: last.count + block.count };
      }
      blocks.push(block);
    }
    for (const b of blocks) for (const item of b.items) item.x = b.sum / b.count + item.offset;
  }
  function laidOut(shown, edges) {
    for (const ready of data.layouts) { // drawn by Graphviz when the site was built
      if (!state.every && ready.nodes.length === shown.size && ready.nodes.every(([id]) => shown.has(id))) {
        return { places: new Map(ready.nodes.map(([id, x, y]) => [id, [x, y]])), paths: ready.edges, frames: ready.frames, width: ready.width, height: ready.height };
      }
    }
    return layout(shown, edges);
  }

  // --- drawing ---------------------------------------------------------------------------------------------
  let current = { shown: new Set(), edges: [], places: new Map() };
  let drawnAs = null;
  function draw() {
    const { shown, edges } = view();
    const on = document.activeElement && document.activeElement.closest("a.node");
    const as = JSON.stringify([[...shown], state.every]);
    if (as !== drawnAs) {
      const out = laidOut(shown, edges);
      current = { shown, edges, ...out };
      $("frames").replaceChildren(...out.frames.flatMap(([title, x, y, width, height]) => [
        make("rect", { class: "frame", x, y, width, height, rx: 6 }), make("text", { class: "frame-title", x: x + 10, y: y + 16 }, title)]));
      const frame = (id) => { // in which a node lies
        const [x, y] = out.places.get(id);
        return out.frames.findIndex(([, left, top, width, height]) => left < x && x < left + width && top < y && y < top + height);
      };
      $("edges").replaceChildren(...out.paths.map(([x, y, d]) => {
        const e = make("path", { class: frame(x) === frame(y) ? "edge" : "edge apart", d, "marker-end": "url(#arrow)" });
        e.dataset.from = x;
        e.dataset.to = y;
        return e;
      }));
      for (const [x, y] of data.cited) if (out.places.has(x) && out.places.has(y)) {
        const [a, b] = [out.places.get(x), out.places.get(y)], side = a[1] < b[1] ? HEIGHT / 2 : -HEIGHT / 2;
        const e = make("path", { class: "edge cited", d: `M${a[0]},${a[1] + side}L${b[0]},${b[1] - side}`, "marker-end": "url(#arrow)" },
          make("title", {}, "cited by the paper's proof; the proof here does without"));
        e.dataset.from = x;
        e.dataset.to = y;
        $("edges").append(e);
      }
      $("nodes").replaceChildren(...[...out.places].map(([id, [x, y]]) => node(nodes.get(id), x, y)));
      drawnAs = as;
      fit();
    }
    mark();
    if (on && element(on.dataset.id)) element(on.dataset.id).focus({ preventScroll: true });
    panel();
    options();
    $("empty").hidden = shown.size > 0;
  }
  function node(n, x, y) {
    const a = make("a", {
      class: `node ${n.css} ${n.shape}`, href: n.url, transform: `translate(${x},${y})`, tabindex: -1,
      "aria-label": `${n.label}: ${n.says}; ${n.status}`,
    });
    a.dataset.id = n.id;
    const word = make("text", { class: "word", y: 12 }, n.word);
    a.append(make("title", {}, `${n.id}\n${n.says}`),
      make("rect", { class: "box", x: -n.width / 2, y: -HEIGHT / 2, width: n.width, height: HEIGHT, rx: n.radius }),
      make("text", { class: "name", y: -3 }, n.label), word);
    return a;
  }
  let at = null; // the node that has or had the keyboard
  function mark() {
    const lost = state.focus && state.falls ? reached(state.focus, used) : new Map();
    for (const a of $("nodes").children) {
      const id = a.dataset.id;
      const gone = lost.has(id) || (state.falls && id === state.focus);
      a.classList.toggle("chosen", id === state.focus);
      a.classList.toggle("lost", gone);
      a.classList.toggle("dim", Boolean(state.focus && state.falls && !gone));
      a.querySelector(".word").textContent = gone ? (id === state.focus ? "✕ if it falls" : "✕ lost") : nodes.get(id).word;
    }
    shade(lost);
    stop(current.places.has(at) ? at : state.focus || first());
  }
  let under = null; // the node that is pointed at
  function shade(lost) {
    const falls = (x) => lost.has(x) || x === state.focus;
    const meets = (e, id) => id !== null && (e.dataset.from === id || e.dataset.to === id);
    for (const e of $("edges").children) {
      const gone = Boolean(state.focus && state.falls && falls(e.dataset.from) && falls(e.dataset.to));
      e.classList.toggle("lost", gone);
      e.classList.toggle("dim", Boolean(state.focus && state.falls && !gone));
      e.classList.toggle("near", meets(e, under) || (!state.falls && meets(e, state.focus || null)));
    }
  }
  for (const type of ["pointerover", "pointerout", "focusin", "focusout"]) $("nodes").addEventListener(type, (e) => {
    const a = type.endsWith("out") ? null : e.target.closest("a.node");
    under = a ? a.dataset.id : null;
    shade(state.focus && state.falls ? reached(state.focus, used) : new Map());
  });
  const first = () => [...current.places.keys()][0] || null;
  const element = (id) => [...$("nodes").children].find((a) => a.dataset.id === id);
  function stop(id) { // one stop for Tab
    if (at !== null && element(at)) element(at).setAttribute("tabindex", -1);
    at = id;
    if (id !== null && element(id)) element(id).setAttribute("tabindex", 0);
  }

  // --- the panel -------------------------------------------------------------------------------------------
  const html = (name, attributes = {}, ...children) => {
    const e = document.createElement(name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    e.append(...children);
    return e;
  };
  const blank = $("chosen").firstElementChild;
  let panelFor = null;
  function panel() {
    const as = address(state);
    if (as === panelFor) return;
    panelFor = as;
    if (!state.focus) { $("chosen").replaceChildren(blank); return; }
    const n = nodes.get(state.focus);
    const above = [...reached(n.id, uses).keys()], below = [...reached(n.id, used).keys()];
    const parts = [html("h2", {}, n.label), html("p", {}, n.says)];
    parts.push(html("p", { class: "state" }, html("span", { class: `badge ${n.css}` }, `${n.word.split(" ")[0]} ${n.status}`), html("a", { href: n.url }, "Open its page")));
    const choices = html("div", { class: "choices", role: "radiogroup", "aria-label": "Show" });
    for (const [way, word] of [["both", "both ways"], ["above", `rests on (${above.length})`], ["below", `used by (${below.length})`]]) {
      const input = html("input", { type: "radio", name: "way", value: way });
      input.checked = state.way === way;
      input.addEventListener("change", () => { go({ way, falls: false }); refocus(`[name="way"][value="${way}"]`); });
      choices.append(html("label", {}, input, ` ${word}`));
    }
    const depth = html("input", { type: "number", min: 0, step: 1, name: "depth", placeholder: "all" });
    depth.value = state.depth ?? "";
    depth.addEventListener("change", () => {
      const k = parseInt(depth.value, 10);
      go({ depth: Number.isFinite(k) && k >= 0 ? k : null });
      refocus('[name="depth"]');
    });
    const falls = html("input", { type: "checkbox", name: "falls" });
    falls.checked = state.falls;
    falls.addEventListener("change", () => { go({ falls: falls.checked }); refocus('[name="falls"]'); });
    parts.push(choices, html("label", { class: "row" }, "at most so many steps away: ", depth), html("label", { class: "row" }, falls, " what if this falls?"));
    if (state.falls) {
      const named = below.filter((x) => !nodes.get(x).unnamed);
      parts.push(html("p", { class: "lost-count" }, below.length
        ? `${below.length} lose${below.length === 1 ? "s its" : " their"} proof, ${named.length} of them named.` : "Nothing else would be lost."));
      if (below.length) {
        const rows = [...named, ...below.filter((x) => !named.includes(x))].map((x) => html("li", {}, html("a", { href: nodes.get(x).url }, nodes.get(x).label)));
        parts.push(html("ul", {tabindex: "0", "aria-label": "What would be lost"}, ...rows));
      }
    }
    const back = html("button", { type: "button" }, "Back to the whole");
    back.addEventListener("click", () => go({ focus: null, falls: false, depth: null, way: "both" }));
    parts.push(html("p", {}, back));
    $("chosen").replaceChildren(...parts);
  }
  function refocus(selector) { const e = $("chosen").querySelector(selector); if (e) e.focus(); }
  function options() {
    form.displays.checked = state.displays;
    form.every.checked = state.every;
    let off = 0;
    for (const f of FILTERS) for (const box of form.querySelectorAll(`[name="${f}"]`)) {
      box.checked = !state.without[f].has(box.value);
      off += !box.checked;
    }
    $("active-filters").textContent = off ? `(${off} hidden)` : "";
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", (event) => {
    const { name, value, checked } = event.target;
    if (name === "displays" || name === "every") return go({ [name]: checked });
    const left = new Set(state.without[name]);
    checked ? left.delete(value) : left.add(value);
    return go({ without: { ...state.without, [name]: left } });
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    go({ focus: null, way: "both", depth: null, falls: false, displays: false, every: false, without: Object.fromEntries(FILTERS.map((f) => [f, new Set()])) });
  });
  window.lemmataFocus = (id) => { // from the search box
    at = id;
    go({ focus: id, falls: false });
    if (element(id)) element(id).focus({ preventScroll: true });
  };

  // --- moving about ----------------------------------------------------------------------------------------
  let box = { x: 0, y: 0, w: 1, h: 1 };
  function look() { svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`); }
  const scaleOf = (r) => Math.min(1, r.width / (current.width + 48), r.height / (current.height + 48));
  function show(scale, x, y) {
    const r = svg.getBoundingClientRect(), w = r.width / scale, h = r.height / scale;
    box = { x: x - w / 2, y: y - h / 2, w, h };
    look();
  }
  function whole() { show(scaleOf(svg.getBoundingClientRect()), current.width / 2, current.height / 2); }
  function corner(width, height) { // so that the node nearest to the top left is there
    const [x, y] = [...current.places.values()].reduce((a, b) => (b[0] + b[1] < a[0] + a[1] ? b : a), [Infinity, Infinity]);
    return Number.isFinite(x) ? [x + width / 2 - 100, y + height / 2 - 60] : [0, 0];
  }
  function fit() { // the named statements at first; else all of it, if that can be read, or around the chosen node
    const r = svg.getBoundingClientRect(), scale = Math.max(scaleOf(r), READABLE);
    if (!state.focus && !state.displays && r.width > 700) return whole();
    const [x, y] = (state.focus && current.places.get(state.focus)) || corner(r.width / scale, r.height / scale);
    const within = (at, long, room) => (room >= long + 48 ? long / 2 : Math.min(Math.max(at, room / 2 - 24), long + 24 - room / 2));
    show(scale, within(x, current.width, r.width / scale), within(y, current.height, r.height / scale));
  }
  function zoom(by, cx = box.x + box.w / 2, cy = box.y + box.h / 2) {
    const r = svg.getBoundingClientRect();
    const w = Math.min(Math.max(box.w * by, r.width / 4), Math.max(2 * current.width, r.width) * 2), k = w / box.w;
    box = { x: cx - (cx - box.x) * k, y: cy - (cy - box.y) * k, w, h: box.h * k };
    look();
  }
  const point = (event) => {
    const r = svg.getBoundingClientRect();
    return [box.x + ((event.clientX - r.left) / r.width) * box.w, box.y + ((event.clientY - r.top) / r.height) * box.h];
  };
  svg.addEventListener("wheel", (event) => { event.preventDefault(); zoom(Math.exp(event.deltaY * 0.0015), ...point(event)); }, { passive: false });
  const fingers = new Map();
  let moved = 0;
  svg.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, event); moved = 0; });
  svg.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const r = svg.getBoundingClientRect();
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()], other = a.pointerId === event.pointerId ? b : a;
      const before = Math.hypot(last.clientX - other.clientX, last.clientY - other.clientY);
      const now = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
      if (now > 0) zoom(before / now, ...point(other));
    } else {
      box.x -= ((event.clientX - last.clientX) / r.width) * box.w;
      box.y -= ((event.clientY - last.clientY) / r.height) * box.h;
      look();
    }
    moved += Math.abs(event.clientX - last.clientX) + Math.abs(event.clientY - last.clientY);
    if (moved > 4) { svg.classList.add("dragging"); if (!svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId); }
    fingers.set(event.pointerId, event);
  });
  for (const kind of ["pointerup", "pointercancel"]) svg.addEventListener(kind, (event) => { fingers.delete(event.pointerId); svg.classList.remove("dragging"); });
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  $("nodes").addEventListener("click", (event) => {
    const a = event.target.closest("a.node");
    if (!a || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (moved > 4) return;
    at = a.dataset.id;
    a.focus({ preventScroll: true });
    go({ focus: at, falls: false });
  });
  $("closer").addEventListener("click", () => zoom(0.75));
  $("farther").addEventListener("click", () => zoom(1 / 0.75));
  $("fit").addEventListener("click", whole);
  window.addEventListener("resize", fit);

  function step(id, key) {
    const [x, y] = current.places.get(id);
    const near = (ids) => ids.sort((a, b) => Math.abs(current.places.get(a)[0] - x) - Math.abs(current.places.get(b)[0] - x))[0];
    if (key === "ArrowUp") return near(current.edges.filter(([, b]) => b === id).map(([a]) => a));
    if (key === "ArrowDown") return near(current.edges.filter(([a]) => a === id).map(([, b]) => b));
    const order = inRows();
    return order[order.indexOf(id) + (key === "ArrowRight" ? 1 : -1)];
  }
  function inRows() { // as one reads: from the left, row after row; frames need not have their rows at one height
    const rows = [];
    for (const place of [...current.places].sort((a, b) => a[1][1] - b[1][1])) {
      const row = rows.at(-1);
      if (row && place[1][1] - row[0][1][1] < HEIGHT / 2) row.push(place);
      else rows.push([place]);
    }
    return rows.flatMap((row) => row.sort((a, b) => a[1][0] - b[1][0]).map(([id]) => id));
  }
  function into(id) { // bring a node into view
    const [x, y] = current.places.get(id), pad = 60;
    if (x < box.x + pad || x > box.x + box.w - pad) box.x = x - box.w / 2;
    if (y < box.y + pad || y > box.y + box.h - pad) box.y = y - box.h / 2;
    look();
  }
  svg.addEventListener("focusin", (event) => { const a = event.target.closest("a.node"); if (a) { stop(a.dataset.id); into(a.dataset.id); } });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const on = event.target.closest && event.target.closest("a.node");
    const { key } = event;
    if (key === "Escape") go({ focus: null, falls: false, depth: null, way: "both" });
    else if (key === "+" || key === "=") zoom(0.75);
    else if (key === "-") zoom(1 / 0.75);
    else if (key === "0") whole();
    else if (key === "f" && (state.focus || on)) go({ focus: on ? on.dataset.id : state.focus, falls: !state.falls });
    else if (on && key.startsWith("Arrow")) {
      const next = step(on.dataset.id, key);
      if (next) element(next).focus({ preventScroll: true });
    } else if (on && key === "Enter") { at = on.dataset.id; go({ focus: at, falls: false }); }
    else if (on && key === "o") location.href = on.getAttribute("href");
    else return;
    event.preventDefault();
  });
  draw();
})();
