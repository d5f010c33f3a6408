import { createHash } from 'node:crypto'

// These were parameters when the first fingerprints were made, so fingerprints contain them even if nobody sent them.
const NAMED_WHEN_NULL: ReadonlySet<string> = new Set(['aspectRatio', 'size', 'seed', 'webhookUrl'])

/**
 * Two requests have the same fingerprint exactly when they ask for the same thing. A parameter that a later version
 * adds and nobody sent leaves no trace: otherwise, a request repeated across an upgrade would look like a different
 * one.
 */
export function fingerprint(request: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(request).filter(([name, value]) => NAMED_WHEN_NULL.has(name) || isGiven(value))
  return createHash('sha256')
    .update(canonical(Object.fromEntries(given)))
    .digest('hex')
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const given = Object.entries(value).filter(([, inner]) => inner !== undefined)
    const entries = given.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
