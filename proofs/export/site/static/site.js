// What every page does: find a statement, copy, choose light or dark. Nothing here is needed to read.
"use strict";
(() => {
  const root = document.body.dataset.root || "";
  const index = window.lemmataIndex || [];
  const plain = (s) => s.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  const marks = window.lemmataMarks || {};
  const MAIN = ["theorem", "proposition", "corollary", "page"];
  const entries = index.map(([id, name, paper, url, says, equations, status, places, kind, more]) => ({
    id, name, paper, url, says, status,
    exact: [id, name, `${paper} ${name}`, ...equations, ...equations.map((e) => `(${e})`), ...equations.map((e) => `equation ${e}`),
      ...places, ...(kind && kind !== "display" ? [name.replace(/^\S+ /, "")] : [])].map(plain),
    text: plain([id, paper, name, kind, says, ...places].join(" ")),
    more: plain(more || ""),
    rank: MAIN.includes(kind) ? 0.2 : kind === "library" ? -2.5 : 0,
  }));
  const SHORT = { thm: "theorem", lem: "lemma", prop: "proposition", cor: "corollary", def: "definition", eq: "equation",
    rem: "remark", memorise: "memorize", memorisation: "memorization", erratum: "errata" };
  const spelled = (q) => q.replace(/(?<!\S)[a-z]+\.?(?=\s|$)/g, (w) => SHORT[w.replace(".", "")] || w);

  // Whether two words differ by at most so many letters, added, left out, changed or exchanged with the next.
  function near(a, b, most) {
    if (Math.abs(a.length - b.length) > most) return false;
    let before = [], row = Array.from({ length: b.length + 1 }, (_, k) => k);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] !== b[j - 1]));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      [before, row] = [row, next];
    }
    return row[b.length] <= most;
  }
  let known = null; // the words of all entries
  function corrected(word) {
    known = known || [...new Set(entries.flatMap((e) => `${e.text} ${e.more}`.split(/[^\p{L}]+/u)))].filter((w) => w.length > 3);
    const most = word.length > 5 ? 2 : word.length > 3 && !/\d/.test(word) ? 1 : 0;
    return most ? [word, ...known.filter((w) => near(word, w, most))] : [word];
  }

  // The best first: an exact name or number, then a beginning, then all words somewhere; among equals, as Lemma 4 of two
  // papers, those of the paper that one is reading.
  const here = (e) => Number(e.paper === document.body.dataset.here);
  const stem = (w) => (/^[a-z]{8,}$/.test(w) ? w.slice(0, 6) : w); // of approximation, approximator
  function search(query, most = 12) {
    const q = spelled(plain(query.trim()));
    if (!q) return [];
    const words = q.split(/\s+/);
    const scored = [];
    for (const e of entries) {
      let score = 0;
      if (e.exact.includes(q)) score = 4;
      else if (e.exact.some((x) => x.startsWith(q))) score = 3;
      else if (words.every((w) => e.text.includes(w))) score = e.text.includes(q) ? 2 : 1;
      else if (words.every((w) => e.text.includes(w) || e.more.includes(w))) score = 0.5;
      else if (words.every((w) => e.text.includes(stem(w)) || e.more.includes(stem(w)))) score = 0.4;
      if (score) scored.push([score, e]);
    }
    if (!scored.length) { // perhaps a word is mistyped
      const likely = words.map(corrected);
      for (const e of entries) {
        const names = plain(`${e.paper} ${e.name}`);
        if (likely.every((some) => some.some((w) => names.includes(w)))) scored.push([0.4, e]);
        else if (likely.every((some) => some.some((w) => e.text.includes(w) || e.more.includes(w)))) scored.push([0.3, e]);
      }
    }
    return scored.sort((a, b) => b[0] + b[1].rank - a[0] - a[1].rank || here(b[1]) - here(a[1])).slice(0, most).map(([, e]) => e);
  }
  window.lemmataSearch = search;

  // The search box and the button for light and dark are of no use without this script, so that it makes them.
  document.querySelector("header.top").insertAdjacentHTML("beforeend", `<div class="find">
    <label class="unseen" for="find">Find a statement</label>
    <input id="find" type="text" placeholder="Find: lemma 5, (42), a word" autocomplete="off" role="combobox"
      aria-expanded="false" aria-controls="found" aria-autocomplete="list">
    <ul id="found" role="listbox" aria-label="Statements found" hidden></ul></div>
    <button id="theme" type="button" title="Light or dark">◐<span class="unseen"> Switch between light and dark</span></button>`);
  const box = document.getElementById("find");
  const list = document.getElementById("found");
  let at = -1;
  function show(found, asked = "") {
    list.replaceChildren(...found.map((e, k) => {
      const row = document.createElement("li");
      row.id = `found-${k}`;
      row.setAttribute("role", "option");
      row.dataset.url = e.url;
      row.dataset.id = e.id;
      const says = document.createElement("span");
      says.className = "says";
      says.textContent = e.says;
      row.append(`${marks[e.status] || ""} ${e.paper} ${e.name}${e.status ? ` · ${e.status}` : ""}`.trim(), says);
      row.addEventListener("mousedown", (event) => { event.preventDefault(); open(row); });
      return row;
    }));
    if (!found.length && asked) {
      const nothing = document.createElement("li");
      nothing.setAttribute("role", "option");
      nothing.setAttribute("aria-disabled", "true");
      nothing.textContent = `Nothing is found for “${asked}”. Try a name, a number such as (42), or a word of a statement.`;
      list.append(nothing);
    }
    list.hidden = !list.children.length;
    box.setAttribute("aria-expanded", String(!list.hidden));
    select(found.length ? 0 : -1);
  }
  function select(k) {
    at = k;
    [...list.children].forEach((row, j) => row.setAttribute("aria-selected", String(j === k)));
    if (k >= 0) {
      box.setAttribute("aria-activedescendant", `found-${k}`);
      list.children[k].scrollIntoView({ block: "nearest" });
    } else box.removeAttribute("aria-activedescendant");
  }
  function open(row) {
    if (window.lemmataFocus) window.lemmataFocus(row.dataset.id);
    else location.href = root + row.dataset.url;
    show([]);
  }
  box.addEventListener("input", () => show(search(box.value), box.value.trim()));
  box.addEventListener("blur", () => setTimeout(() => show([]), 150));
  box.addEventListener("keydown", (event) => {
    const rows = list.querySelectorAll("[data-url]").length;
    if (event.key === "ArrowDown" && rows) select((at + 1) % rows);
    else if (event.key === "ArrowUp" && rows) select((at + rows - 1) % rows);
    else if (event.key === "Enter" && at >= 0) open(list.children[at]);
    else if (event.key === "Escape") { show([]); box.value = ""; } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      box.focus();
    }
  });

  document.getElementById("theme").addEventListener("click", () => {
    const chosen = document.documentElement.dataset.theme;
    const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("theme", dark ? "light" : "dark"); } catch { /* private windows */ }
  });

  // What a statement says is shown when one points at a link to it.
  const about = new Map(index.map((row) => [row[3], row[4]]));
  document.addEventListener("mouseover", (event) => {
    const link = event.target.closest && event.target.closest("a.statement:not([title])");
    if (link) link.title = about.get(link.getAttribute("href").slice(root.length).split("#")[0]) || "";
  });

  const source = document.getElementById("copies");
  const copies = source ? JSON.parse(source.textContent) : {};
  for (const button of document.querySelectorAll("button.copy")) {
    button.addEventListener("click", async () => {
      const text = copies[button.dataset.copy];
      try {
        await navigator.clipboard.writeText(text);
      } catch { // pages from disk may not have the clipboard
        const area = document.createElement("textarea");
        area.value = text;
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
      }
      const before = button.textContent;
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = before; }, 1200);
    });
  }

  // What is wider than its place can be scrolled with the keyboard too. First all is measured, then all is changed:
  // else the page would be laid out once for each formula.
  function scrollable(within) {
    const wide = [...within.querySelectorAll(".scroll:not([tabindex]), .given:not([tabindex])")]
      .filter((part) => !part.closest("details:not([open])") && part.scrollWidth > part.clientWidth + 1);
    for (const part of wide) {
      part.tabIndex = 0;
      part.setAttribute("role", "group");
      part.setAttribute("aria-label", "a wide formula");
    }
  }
  scrollable(document);
  document.fonts.ready.then(() => scrollable(document));
  document.addEventListener("toggle", (event) => scrollable(event.target), true);
  // A theorem that is linked to is unfolded.
  function unfold() {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target && target.tagName === "DETAILS") target.open = true;
  }
  window.addEventListener("hashchange", unfold);
  unfold();

  // A name in a formula leads to its meaning.
  document.addEventListener("click", (event) => {
    const symbol = event.target.closest && event.target.closest("[data-where]");
    if (symbol) location.hash = `where-${symbol.dataset.where}`;
  });
  // On paper nothing is folded.
  let folded = [];
  window.addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const part of folded) part.open = true;
  });
  window.addEventListener("afterprint", () => { for (const part of folded) part.open = false; });

  // Errata of chosen kinds; #kind=… shows one kind alone.
  const kinds = document.getElementById("kinds");
  if (kinds) {
    const boxes = [...kinds.querySelectorAll("input")];
    const choose = () => {
      const chosen = new Set(boxes.filter((b) => b.checked).map((b) => b.value));
      for (const e of document.querySelectorAll("[data-kind]")) e.hidden = !chosen.has(e.dataset.kind);
    };
    const only = location.hash.startsWith("#kind=") ? location.hash.slice(6) : "";
    if (boxes.some((b) => b.value === only)) for (const b of boxes) b.checked = b.value === only;
    kinds.addEventListener("change", choose);
    choose();
  }
  const named = document.getElementById("only-named");
  if (named) named.addEventListener("change", () => document.body.classList.toggle("only-named", named.checked));
})();
