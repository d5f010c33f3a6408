// Where the renderer's headings stand among those of the page.
const LEVELS = { 'h3.opblock-tag': '2', h4: '3', h5: '4' } as const

/**
 * Gives those who listen what the renderer leaves out: names of its lists, and headings that follow one another. It draws
 * again whenever something is opened, so that this looks again too.
 */
export function keepNamed(place: HTMLElement): void {
  const mend = (): void => {
    for (const list of place.querySelectorAll('select:not([aria-label])')) list.ariaLabel = nameOf(list)
    const about = place.querySelector('.information-container')
    if (about !== null && about.role === null) Object.assign(about, { role: 'region', ariaLabel: 'About' })
    for (const [found, level] of Object.entries(LEVELS))
      for (const heading of place.querySelectorAll(`${found}:not([aria-level])`)) heading.ariaLevel = level
  }
  // Attributes are not watched: its own change would wake it.
  new MutationObserver(mend).observe(place, { childList: true, subtree: true })
  mend()
}

function nameOf(list: Element): string {
  if (list.matches('.examples-select-element')) return 'Example'
  return list.matches('.content-type, [aria-controls]') ? 'Media type' : 'Value'
}
