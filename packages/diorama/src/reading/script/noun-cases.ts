import { isContainer } from '../../staging/containers.ts'
import { isSupport } from '../../staging/supports.ts'
import type { Sense } from '../senses.ts'
import type { Thing } from '../things.ts'
import { acts } from './entities.ts'
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
  [/(与|跟|同|和)$/, 'company'],
  // 被警察抓住: by whom it is done.
  [/(被|让|叫)$/, 'agent'],
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

const textsOf = ({ tokens }: Sentence, from: number, to: number) =>
  tokens.slice(Math.max(0, from), to).map(({ text }) => text)

// What stands beside a noun and says what it does, where a language writes that.
function written(sentence: Sentence, { at, end }: Sense): string {
  const { language, tokens } = sentence
  if (language === 'ko') return tokens[end - 1]?.text ?? ''
  if (language !== 'zh') return textsOf(sentence, end, end + 2).join(language === 'hi' ? ' ' : '')
  const start = startOf(sentence, at)
  return textsOf(sentence, start - 2, start).join('')
}

/** What the particles around a noun say that it is. */
export function caseOf(sentence: Sentence, thing: Thing): Case | undefined {
  const { language } = sentence
  // 小偷被警察抓住: to whom it is done.
  if (language === 'zh' && sentence.tokens[thing.sense.end]?.text === '被') return 'object'
  const said = written(sentence, thing.sense)
  const table = language === 'zh' ? BEFORE : (PARTICLES[language] ?? [])
  const found = table.find(([word]) => word.test(said))?.[1]
  return found && asMeant(found, said, sentence, thing)
}

const saysTool = (found: Case, said: string, language: string) =>
  (found === 'from' && language === 'hi') || (language === 'ja' && said.startsWith('で'))

// One particle may say two things: which, is told by the noun.
function asMeant(found: Case, said: string, sentence: Sentence, thing: Thing): Case | undefined {
  const { language } = sentence
  const being = /^(animal|person)/.test(thing.kind)
  // 狐狸与刺猬: side by side, both of them act.
  const start = language === 'zh' ? startOf(sentence, thing.sense.at) : -1
  const beside = sentence.entities.find((one) => one.sense.end === start - 1)
  // 举着剑和恶龙战斗: a sword acts with nobody.
  if (found === 'company' && beside && (acts(beside) || !being)) return undefined
  // बैलों से: from a thing, and with somebody.
  if (found === 'from' && language === 'hi' && being) return 'company'
  // चाकू से, 包丁で: with a tool.
  if (isTool(thing) && saysTool(found, said, language)) return 'tool'
  // Somebody to whom something is given is marked as a place is.
  return found === 'where' && being && language !== 'zh' ? 'recipient' : found
}
