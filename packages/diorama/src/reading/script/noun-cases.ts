import type { Thing } from '../things.ts'
import type { Sentence } from './words.ts'

/** What a noun is in its sentence. */
export type Case = 'agent' | 'object' | 'recipient' | 'company' | 'where' | 'from'

// What is written after a noun, or at its end, says what it is in the sentence.
const PARTICLES: Readonly<Record<string, readonly [RegExp, Case][]>> = {
  ja: [
    [/^から/, 'from'],
    [/^(が|は|も)/, 'agent'],
    [/^を/, 'object'],
    [/^(に|へ|で)/, 'where'],
    [/^と/, 'company'],
  ],
  ko: [
    [/(에게|한테|께)$/, 'recipient'],
    [/(에서|에)$/, 'where'],
    [/(을|를)$/, 'object'],
    [/(와|과|하고|랑)$/, 'company'],
    [/(이|가|은|는)$/, 'agent'],
  ],
  hi: [
    [/^को/, 'object'],
    [/^ने/, 'agent'],
    [/^से/, 'from'],
    [/^(के|की) साथ/, 'company'],
  ],
}
// In Chinese the word before it does.
const BEFORE: readonly [RegExp, Case][] = [
  [/(给|向|对|为|給)$/, 'recipient'],
  [/(把|将)$/, 'object'],
  [/(在|到)$/, 'where'],
  [/(从|從)$/, 'from'],
]

/** What the particles around a noun say that it is. */
export function caseOf({ language, tokens }: Sentence, { sense: { at, end }, kind }: Thing): Case | undefined {
  const after = tokens
    .slice(end, end + 2)
    .map(({ text }) => text)
    .join(language === 'hi' ? ' ' : '')
  const before = tokens
    .slice(Math.max(0, at - 2), at)
    .map(({ text }) => text)
    .join('')
  const written = language === 'ko' ? (tokens[end - 1]?.text ?? '') : after
  const table = language === 'zh' ? BEFORE : (PARTICLES[language] ?? [])
  const found = table.find(([word]) => word.test(language === 'zh' ? before : written))?.[1]
  // बैलों से: from a thing, and with somebody.
  if (found === 'from' && language === 'hi' && /^(animal|person)/.test(kind)) return 'company'
  // Somebody to whom something is given is marked as a place is.
  return found === 'where' && /^(animal|person)/.test(kind) && language !== 'zh' ? 'recipient' : found
}
