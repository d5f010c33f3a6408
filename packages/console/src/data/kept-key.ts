const PLACE = 'mediagen.key'
const OWNER = 'mediagen.tab-of'

/** The key of this browser, where one was given. It is kept here and nowhere else. */
export function keptKey(): string | undefined {
  return localStorage.getItem(PLACE) ?? undefined
}

export function keepKey(key: string | undefined): void {
  if (key === undefined) localStorage.removeItem(PLACE)
  else localStorage.setItem(PLACE, key)
}

/** What this tab holds belongs to the key it was written with: a link with another key shows nothing of it. */
export function claimTab(): void {
  takeKeyFromAddress()
  const key = keptKey() ?? ''
  // Without a key, nothing was written.
  const owner = sessionStorage.getItem(OWNER) ?? ''
  if (owner !== key && owner !== '') sessionStorage.clear()
  sessionStorage.setItem(OWNER, key)
}

/**
 * Takes the key out of a link such as `/#key=mg_…`. It leaves the address at once: what is in an address ends up in
 * histories, bookmarks and screenshots. A fragment is never sent to a server.
 */
export function takeKeyFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')
  if (key === null) return
  history.replaceState(history.state, '', location.pathname + location.search)
  if (key !== '' && mayReplace(key)) keepKey(key)
}

/** Anybody can send such a link: with their key, what is made from then on would be theirs. */
function mayReplace(key: string): boolean {
  const kept = keptKey()
  if (kept === undefined || kept === key) return true
  const question = `This link contains a different API key (${key.slice(0, 6)}…) from the one saved in this browser. Use the new key from now on? New tasks will belong to the new key.`
  return confirm(question)
}

/** Calls back when this tab has another key than before: another tab signed in or out, or a link was followed in this one. */
export function onOtherKey(listener: () => void): () => void {
  let known = keptKey()
  const look = (): void => {
    takeKeyFromAddress()
    if (keptKey() === known) return
    known = keptKey()
    listener()
  }
  addEventListener('storage', look)
  // A link that differs in what stands after the # alone loads nothing anew.
  addEventListener('hashchange', look)
  return () => {
    removeEventListener('storage', look)
    removeEventListener('hashchange', look)
  }
}
