// Before a page is painted: the theme that was chosen, and that scripts run.
"use strict";
document.documentElement.classList.add("js");
try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch { /* private windows */ }
