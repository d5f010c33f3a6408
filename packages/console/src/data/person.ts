/** Somebody who signed in without a key, as the service tells of them. */
export type Person = {
  id: string
  name: string
  email: string | null
  /** False where a proxy in front signs people in, and out. */
  can_sign_out: boolean
}

/** Whether people can sign in here without a key, and who has. */
export type Visit = { provider: { name: string } | null; person: Person | null }

const NOBODY: Visit = { provider: null, person: null }
const OWNER = 'mediagen.person'

let asked: Promise<Visit> | undefined

/** Asks the service once for each time that the page is loaded. One that cannot answer is for keys alone. */
export function whoIsHere(): Promise<Visit> {
  return (asked ??= ask())
}

async function ask(): Promise<Visit> {
  try {
    const response = await globalThis.fetch('/auth/session', { headers: { accept: 'application/json' } })
    if (!response.ok) return NOBODY
    const visit = (await response.json()) as Visit
    claimTabFor(visit.person)
    return visit
  } catch {
    return NOBODY
  }
}

/** What this tab holds belongs to who wrote it: somebody else finds nothing of it. */
function claimTabFor(person: Person | null): void {
  const before = sessionStorage.getItem(OWNER)
  if (person === null) return
  if (before !== null && before !== person.id) sessionStorage.clear()
  sessionStorage.setItem(OWNER, person.id)
}

/** Where to sign in, and then come back to this page. */
export function signInAddress(): string {
  return `/auth/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}`
}

/** Ends the session of this browser, or all of the person. */
export async function endSession(where: 'here' | 'everywhere'): Promise<void> {
  await globalThis.fetch(`/auth/sign-out${where === 'everywhere' ? '?everywhere=1' : ''}`, { method: 'POST' })
}
