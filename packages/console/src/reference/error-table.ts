export type ErrorRow = { code: string; status: number; meaning: string; retryable: boolean }

/** All codes with what they mean, as a table in the page's own look. */
export function showErrors(place: HTMLElement, rows: readonly ErrorRow[]): void {
  const table = document.createElement('table')
  table.append(
    rowOf('th', ['Code', 'HTTP', 'Meaning', 'Worth repeating']),
    ...rows.map(({ code, status, meaning, retryable }) => {
      const name = document.createElement('code')
      name.textContent = code
      return rowOf('td', [name, String(status), meaning, retryable ? 'yes' : 'no'])
    }),
  )
  place.querySelector('.reference-table')?.replaceChildren(table)
  place.hidden = false
  // The browser looked for it before it was there.
  if (location.hash === '#errors') place.scrollIntoView()
}

function rowOf(kind: 'th' | 'td', cells: readonly (string | Node)[]): HTMLTableRowElement {
  const row = document.createElement('tr')
  for (const cell of cells) {
    const made = document.createElement(kind)
    made.append(cell)
    row.append(made)
  }
  return row
}
