// Keys and the switch between light and dark. The pages work without it.
"use strict";

const kept = {
  get(name) {
    try { return localStorage.getItem(`tau-emo.${name}`); } catch { return null; }
  },
  set(name, value) {
    try { localStorage.setItem(`tau-emo.${name}`, value); } catch { /* not kept */ }
  },
};

// Before the page is drawn, so that it does not flash.
const chosen = kept.get("theme");
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;

function isDark() {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function startTheme() {
  const button = document.getElementById("theme");
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  button.hidden = false;
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    kept.set("theme", theme);
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
}

function startHelp() {
  const dialog = document.getElementById("keys");
  const button = document.getElementById("help");
  const single = document.getElementById("single");
  button.hidden = false;
  button.addEventListener("click", () => dialog.showModal());
  single.checked = kept.get("keys") !== "off";
  single.addEventListener("change", () => kept.set("keys", single.checked ? "on" : "off"));
}

function folds() {
  return [...document.querySelectorAll("main details")];
}

function unfold() {
  const closed = folds().some((one) => !one.open);
  for (const one of folds()) one.open = closed;
}

function startFolds() {
  const button = document.getElementById("unfold");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", unfold);
  const show = () => {
    button.textContent = folds().some((one) => !one.open) ? "Unfold all" : "Fold all";
  };
  for (const one of folds()) one.addEventListener("toggle", show);
  show();
}

// Rows of a list are stepped through by their links, events by themselves.
function step(by) {
  const stops = [...document.querySelectorAll("[data-row] th a, [data-event]")];
  if (!stops.length) return;
  const focused = document.activeElement;
  const here = stops.findIndex((one) => one === focused || one.contains(focused));
  const target = location.hash ? stops.findIndex((one) => `#${one.id}` === location.hash) : -1;
  const from = here >= 0 ? here : target;
  const next = from < 0 ? 0 : Math.min(Math.max(from + by, 0), stops.length - 1);
  stops[next].focus();
  stops[next].scrollIntoView({ block: "nearest" });
}

function follow(relation) {
  const link = document.querySelector(`a[rel="${relation}"]`);
  if (link) link.click();
}

const actions = {
  j: () => step(1),
  k: () => step(-1),
  o: unfold,
  u: () => follow("up"),
  "/": () => document.getElementById("search").focus(),
  "?": () => document.getElementById("help").click(),
  ArrowRight: () => follow("next"),
  ArrowLeft: () => follow("prev"),
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.target.closest("input, select, textarea, [contenteditable]")) return;
  const arrow = event.key.startsWith("Arrow");
  // In a table that can be scrolled, arrows scroll it.
  if (arrow && event.target.closest(".scroll[tabindex]") === event.target) return;
  if (!arrow && kept.get("keys") === "off") return;
  const action = Object.hasOwn(actions, event.key) ? actions[event.key] : null;
  if (!action) return;
  event.preventDefault();
  action();
}

document.addEventListener("DOMContentLoaded", () => {
  startTheme();
  startHelp();
  startFolds();
  document.addEventListener("keydown", onKey);
});
