const PLACE = 'mediagen.key'

/** The key of this browser, where one was given. It is kept here and nowhere else. */
export function keptKey(): string | undefined {
  return localStorage.getItem(PLACE) ?? undefined
}

export function keepKey(key: string | undefined): void {
  if (key === undefined) localStorage.removeItem(PLACE)
  else localStorage.setItem(PLACE, key)
}

/**
 * Takes the key out of a link such as `/#key=mg_…`. It leaves the address at once: what is in an address ends up in
 * histories, bookmarks and screenshots. A fragment is never sent to a server.
 */
export function takeKeyFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')
  if (key === null) return
  history.replaceState(history.state, '', location.pathname + location.search)
  if (key !== '') keepKey(key)
}

/** Calls back when another tab signs in or out. */
export function onKeyOfOtherTab(listener: () => void): () => void {
  const heard = (event: StorageEvent): void => {
    if (event.key === PLACE || event.key === null) listener()
  }
  addEventListener('storage', heard)
  return () => removeEventListener('storage', heard)
}
