// A form with a file is sent without leaving the page, so that a file that was refused stays chosen: a page that is
// loaded anew can never have one. Without a script the form is sent as any other.

export function keepingFiles() {
  const form = document.querySelector("form[data-keeps-file]");
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button[type=submit]");
    button?.setAttribute("disabled", "");
    try {
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } });
      if (answer.status === 201) {
        window.location.assign((await answer.json()).address);
        return;
      }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("form[data-keeps-file]");
      if (!fresh) throw new Error(String(answer.status));
      renew(form, fresh);
      document.title = page.title;
    } catch {
      // As without a script: the browser says what is wrong with the connection, or shows the page of the error.
      form.submit();
    }
  });
}

/** The form as the server gave it back, with the files that were chosen.
 * @param {HTMLFormElement} form @param {Element} fresh */
function renew(form, fresh) {
  const chosen = [...form.querySelectorAll("input[type=file]")];
  form.replaceChildren(...fresh.childNodes);
  for (const input of chosen) {
    const blank = form.querySelector(`#${CSS.escape(input.id)}`);
    for (const name of ["aria-invalid", "aria-describedby"]) {
      const told = blank?.getAttribute(name);
      if (told) input.setAttribute(name, told);
      else input.removeAttribute(name);
    }
    blank?.replaceWith(input);
  }
  const summary = form.querySelector("[data-summary]");
  if (summary instanceof HTMLElement) summary.focus();
}
