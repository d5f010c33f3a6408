import { isContainer } from '../../staging/containers.ts'
import { isSupport } from '../../staging/supports.ts'
import type { Thing } from '../things.ts'
import type { Sentence } from './words.ts'

/** What a noun is in its sentence. */
export type Case = 'agent' | 'object' | 'recipient' | 'company' | 'where' | 'from' | 'tool' | 'of'

// What is written after a noun, or at its end, says what it is in the sentence.
const PARTICLES: Readonly<Record<string, readonly [RegExp, Case][]>> = {
  ja: [
    [/^から/, 'from'],
    [/^(が|は|も)/, 'agent'],
    [/^を/, 'object'],
    [/^(に|へ|で)/, 'where'],
    [/^と/, 'company'],
    [/^の/, 'of'],
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
    [/^(के|की) लिए/, 'recipient'],
    [/^(में|पर)/, 'where'],
    [/^(का|के|की)( |$)/, 'of'],
  ],
}
// In Chinese the word before it does.
const BEFORE: readonly [RegExp, Case][] = [
  [/(给|向|对|对着|为|給)$/, 'recipient'],
  [/(把|将)$/, 'object'],
  [/(在|到|沿着)$/, 'where'],
  [/(从|從)$/, 'from'],
  [/用$/, 'tool'],
  [/(与|跟|同)$/, 'company'],
]

// What one can have in the hand and do something with.
const isTool = ({ art, kind }: Thing) =>
  !/^(animal|person|place|transport|plant|sky|weather)/.test(kind) && !isSupport(art) && !isContainer(art)

// 与一条绿龙战斗: how many they are and what they look like stands between a noun and the word that says what it does.
function startOf({ senses, tokens }: Sentence, from: number): number {
  let at = from
  for (;;) {
    const said = senses.find(({ kind, end }) => end === at && /^(count|colour|size|material)$/.test(kind))
    if (said) at = said.at
    else if (/^(的|一|个|只|条|头|位|名|座|张|朵|匹|辆|他|她|它|自|己)$/.test(tokens[at - 1]?.text ?? '')) at--
    else return at
  }
}

/** What the particles around a noun say that it is. */
export function caseOf(sentence: Sentence, thing: Thing): Case | undefined {
  const { language, tokens } = sentence
  const { sense, kind } = thing
  const { end } = sense
  const at = language === 'zh' ? startOf(sentence, sense.at) : sense.at
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
  // 狐狸与刺猬: side by side, both of them act.
  if (found === 'company' && language === 'zh' && sentence.entities.some((one) => one.sense.end === at - 1))
    return undefined
  // बैलों से: from a thing, and with somebody.
  if (found === 'from' && language === 'hi' && /^(animal|person)/.test(kind)) return 'company'
  // चाकू से, 包丁で: with a tool.
  if (isTool(thing) && ((found === 'from' && language === 'hi') || (language === 'ja' && /^で/.test(after))))
    return 'tool'
  // Somebody to whom something is given is marked as a place is.
  return found === 'where' && /^(animal|person)/.test(kind) && language !== 'zh' ? 'recipient' : found
}
