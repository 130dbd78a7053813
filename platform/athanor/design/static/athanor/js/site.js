// The little that pages do beyond HTML: every one of these works without it too.

import { live } from "./live.js";
import { ownTimes, ownZone } from "./times.js";
import { keepingFiles } from "./upload.js";

/** Light or dark, at once; the form remembers it. */
function themeToggle() {
  const button = document.querySelector("[data-theme-toggle]");
  const form = button?.closest("form");
  if (!form) return;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "night" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "vellum" : "night";
    const sent = new FormData(form);
    sent.set("theme", root.dataset.theme);
    await fetch(form.action, { method: "POST", body: sent, redirect: "manual" });
  });
}

/** A button on every block of code. */
function copyButtons() {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll("pre:not(.log)")) {
    const holder = document.createElement("div");
    holder.className = "copy";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.textContent?.trim() ?? "");
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1600);
    });
    // What scrolls can be scrolled by keyboard.
    if (block.scrollWidth > block.clientWidth) block.setAttribute("tabindex", "0");
    block.replaceWith(holder);
    holder.append(block, button);
  }
}

/** A file may be dropped where one is chosen, and says its name and size. */
function dropping() {
  for (const input of document.querySelectorAll("input[type=file]")) {
    input.addEventListener("dragover", () => input.classList.add("over-it"));
    for (const end of ["dragleave", "drop"]) input.addEventListener(end, () => input.classList.remove("over-it"));
  }
}

/** A form is sent once, however often its button is pressed. */
function onceOnly() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== "post") return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, 8000);
  });
}

themeToggle();
ownTimes(document);
ownZone();
copyButtons();
dropping();
keepingFiles();
onceOnly();
live();
