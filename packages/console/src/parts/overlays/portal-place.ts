/** Where what lies above the page is drawn: inside of its main part, so that those who go by landmarks find it. */
export function portalPlace(): HTMLElement {
  return document.querySelector('#main, main') ?? document.body
}
