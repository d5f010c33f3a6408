import { createHash } from 'node:crypto'

/** Two requests have the same fingerprint exactly when they ask for the same thing. What is undefined was not asked. */
export function fingerprint(request: unknown): string {
  return createHash('sha256').update(canonical(request)).digest('hex')
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
