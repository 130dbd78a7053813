// Parts of a page that follow what happens: an element with data-live-part="name" is read again from the same
// address every data-live seconds, and replaced where it has changed. Once the part that the server gives back has no
// data-live any more, there is nothing left to follow.

const SLOWEST = 60;

/** @param {HTMLElement} part */
function follow(part) {
  const name = part.dataset.livePart;
  let pause = Number(part.dataset.live);
  let timer = 0;

  async function again() {
    if (document.hidden) return wait();
    try {
      const answer = await fetch(window.location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector(`[data-live-part="${name}"]`);
      if (!fresh) return window.location.reload();
      // Whoever is in the middle of it is not disturbed.
      if (part.contains(document.activeElement) && document.activeElement !== part) return wait();
      if (withoutTokens(fresh) !== withoutTokens(part)) {
        part.replaceChildren(...fresh.childNodes);
      }
      if (!(fresh instanceof HTMLElement) || !fresh.dataset.live) return undefined;
      pause = Number(fresh.dataset.live);
    } catch {
      pause = Math.min(pause * 2, SLOWEST);
    }
    return wait();
  }

  function wait() {
    timer = window.setTimeout(again, pause * 1000);
  }

  // A board on the page has seen the end of its match: what stands beside it is old.
  document.addEventListener("athanor:ended", () => {
    window.clearTimeout(timer);
    again();
  });
  wait();
}

/** @param {Element} element */
function withoutTokens(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const token of copy.querySelectorAll("input[name=csrfmiddlewaretoken]")) token.remove();
  return copy.innerHTML;
}

export function live() {
  for (const part of document.querySelectorAll("[data-live][data-live-part]")) {
    if (part instanceof HTMLElement && Number(part.dataset.live) > 0) follow(part);
  }
}
