// The army page answers at once: what is chosen is sent, and the list and its address take the place of the old ones.
// Without this the form's buttons do the same.

/** @param {URL} address @param {string} [focus] */
async function show(address, focus) {
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("[data-army]");
  const stale = document.querySelector("[data-army]");
  if (!fresh || !stale) {
    location.assign(address);
    return;
  }
  stale.replaceWith(fresh);
  history.replaceState(null, "", answer.url.replaceAll("%3A", ":"));
  say(fresh);
  if (focus) /** @type {HTMLElement | null} */ (document.querySelector(focus))?.focus({ preventScroll: true });
}

/** What became of the list, for who does not see it change. @param {Element} form */
function say(form) {
  const said = document.querySelector("[data-army-said]");
  const told = [...form.querySelectorAll(".points-bar, .state, .trouble")].map((one) => one.getAttribute("aria-label") ?? one.textContent?.trim());
  if (said) said.textContent = told.join(". ");
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} [button] */
function addressOf(form, button) {
  const address = new URL(form.action);
  address.hash = "";
  const chosen = new FormData(form);
  if (button instanceof HTMLButtonElement && button.name) chosen.append(button.name, button.value);
  for (const [name, value] of chosen) address.searchParams.append(name, String(value));
  return address;
}

/** What had the focus has it again, as far as it is still there. @param {Element | null} element */
function pathOf(element) {
  if (element?.id) return `#${CSS.escape(element.id)}`;
  const label = element?.getAttribute("aria-label");
  return label ? `[aria-label="${CSS.escape(label)}"]` : undefined;
}

document.addEventListener("change", (event) => {
  const form = event.target instanceof Element ? event.target.closest("form[data-army]") : null;
  if (form instanceof HTMLFormElement) show(addressOf(form), pathOf(document.activeElement));
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-army]")) return;
  event.preventDefault();
  show(addressOf(form, event.submitter), pathOf(event.submitter));
});
