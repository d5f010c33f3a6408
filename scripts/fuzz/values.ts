/** As much of a JSON schema as values are made from. */
export type Schema = {
  type?: 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'string' | 'null'
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}
export type Dice = { next(): number; pick<T>(from: readonly T[]): T }

/** The same numbers for the same seed, everywhere (mulberry32). */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, pick: (from) => from[Math.floor(next() * from.length)]! }
}

const BROKEN: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  -1e300,
  2 ** 53,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\ufeff',
  '🦊'.repeat(50),
  'x'.repeat(5_000),
  '../../etc/passwd',
  "' OR 1=1 --",
  '%00',
  '{{7*7}}',
  'canary of a prompt',
  'http://127.0.0.1:1/a.png?token=canary of a prompt',
  '\r\nx-a: b',
  'NaN',
  '0x10',
  '1.0',
  'true',
  '١٢٣',
  [],
  [[]],
  [null],
  {},
  { a: { b: {} } },
  { __proto__x: 1 },
  { toString: 1 },
  'data:,',
  'data:image/png;base64,AAAA',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://[::1]/',
  'https://a:b@example.com/',
  'http://example.invalid/\u0000',
]

/** A value that hardly fits anywhere. */
export function brokenFor(dice: Dice): unknown {
  return dice.pick(BROKEN)
}

/** A value that fits, one at the edge of what fits, or one that does not. */
export function valueFor(schema: Schema, dice: Dice): unknown {
  const chance = dice.next()
  if (chance < 0.35) return dice.pick(BROKEN)
  if (schema.anyOf !== undefined) return valueFor(dice.pick(schema.anyOf), dice)
  if (schema.enum !== undefined) return dice.pick(schema.enum)
  if (schema.const !== undefined) return schema.const
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numberFor(schema, dice)
    case 'boolean':
      return dice.pick([true, false])
    case 'array':
      return Array.from({ length: Math.floor(dice.next() * 13) }, () => valueFor(schema.items ?? {}, dice))
    case 'object':
      return objectFor(schema, dice)
    case 'string':
    case 'null':
    case undefined:
  }
  return textFor(schema, dice)
}

function numberFor({ minimum = -1_000, maximum = 1_000 }: Schema, dice: Dice): number {
  const edges = [minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1]
  return dice.pick([...edges, Math.floor(dice.next() * 100)])
}

function textFor({ minLength = 0, maxLength = 300 }: Schema, dice: Dice): string {
  const length = dice.pick([minLength, minLength + 1, 7, 40, maxLength - 1, maxLength, maxLength + 1])
  const letter = dice.pick(['a', 'é', '🦊', '7', '\u0301', '\t'])
  return letter.repeat(Math.max(0, Math.min(length, 4_000)))
}

/** An object with most of its fields, sometimes without one that it needs, sometimes with one too many. */
export function objectFor({ properties = {}, required = [] }: Schema, dice: Dice): Record<string, unknown> {
  const names = Object.keys(properties).filter((name) => dice.next() < (required.includes(name) ? 0.95 : 0.3))
  const fields = names.map((name) => [name, valueFor(properties[name] ?? {}, dice)] as const)
  const extra = dice.next() < 0.1 ? [[dice.pick(['extra', 'constructor', '', 'ａ']), dice.pick(BROKEN)] as const] : []
  return Object.fromEntries([...fields, ...extra])
}
