/** Tells whether a name changes what an object is, wherever that object is copied to later. */
export function isPoison(name: string, value: unknown): boolean {
  if (name === '__proto__') return true
  return name === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}
