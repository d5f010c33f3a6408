import { drawingOf } from '../art.ts'
import type { Mark } from './mark.ts'
import type { Token } from './tokens.ts'
import { vocabularyOf } from './vocabulary.ts'

const ONE = /^(a|an|one|each|every|another)$/
const SOMEONE = /^(the|this|that|his|her|its|their|my|our|your)$/
// What can only follow a deed: what it is done to, and where to.
const OBJECT = /^(a|an|the|his|her|its|their|him|them|it|my|our|two|three|four|five|some|several|each)$/
const WAY =
  /^(from|at|to|into|onto|across|over|through|around|toward|towards|past|along|up|down|away|off|out|back|together|while)$/
// A place is told of a thing as well: "a dog toys on the floor" is nothing that anybody says, "the dog toys on the floor" is.
const WHERE =
  /^(on|in|under|behind|beside|above|below|between|near|by|against|inside|with|for|as|and|happily|gently|slowly|quietly)$/
// One of these is written as if it were several.
const PAIR =
  /^(.*glasses|scissors|jeans|trousers|pants|shorts|goggles|binoculars|headphones|tongs|overalls|stairs|.*ss)$/
const DONE = /^(rel|verb|craft|deed|activity|happening|edit):/
const ALREADY_DOES = /^(verb|craft|deed|activity|happening|edit):/
const FROM_THE_NOUN = 3

const isBeing = (meanings: readonly string[]): boolean =>
  meanings.some((meaning) => {
    const kind = drawingOf(meaning.replace(/^role:/, ''))?.kind
    return meaning.startsWith('role:') || /^(person|animal|family)/.test(kind ?? '') || /^(robot|alien)$/.test(meaning)
  })

// "A tall young monkey": the word that says how many, or whose.
function determinerOf(tokens: readonly Token[], at: number): string {
  const before = tokens.slice(Math.max(0, at - FROM_THE_NOUN), at).filter(({ clause }) => clause === tokens[at]?.clause)
  return before.findLast(({ text }) => ONE.test(text) || SOMEONE.test(text))?.text ?? ''
}

function standsAsDeed(tokens: readonly Token[], at: number, { doer, far }: { doer: Mark; far: boolean }): boolean {
  const [word, next] = tokens.slice(at, at + 2)
  if (!word) return false
  const after = next?.clause === word.clause ? next.text : ''
  const strong = OBJECT.test(after) || WAY.test(after)
  // Several do it without the ending: "two monkeys swing from a rope".
  if (doer.plural) return strong && !word.text.endsWith('s')
  if (!word.text.endsWith('s') || PAIR.test(word.text)) return false
  const determiner = determinerOf(tokens, doer.at)
  if (SOMEONE.test(determiner) || far) return strong
  return ONE.test(determiner) && (strong || after === '' || WHERE.test(after))
}

// "A boy on a wall watches the boats": it is the boy who does it, as long as nothing else is told of him before.
function doerBefore(
  mark: Mark,
  tokens: readonly Token[],
  marks: readonly Mark[],
): { doer: Mark; far: boolean } | undefined {
  const last = marks.at(-1)
  if (last?.end !== mark.at || last.clause !== mark.clause) return undefined
  if (isBeing(last.meanings)) return { doer: last, far: false }
  const at = marks.findLastIndex(({ meanings, clause }) => clause === mark.clause && isBeing(meanings))
  const doer = marks[at]
  const between = marks.slice(at + 1)
  const placed = between.some(({ meanings }) => meanings.some((meaning) => meaning.startsWith('rel:')))
  const busy = between.some(({ meanings }) => meanings.some((meaning) => ALREADY_DOES.test(meaning)))
  return doer && placed && !busy && determinerOf(tokens, last.at) !== '' ? { doer, far: true } : undefined
}

/**
 * "A monkey swings from a rope": behind one being a word in -s is what it does, whatever else it may be called. Gives the
 * mark without the things that it might mean; nothing of it where no deed of that name is known.
 */
export function asDeedOfLast(mark: Mark, tokens: readonly Token[], marks: readonly Mark[]): Mark | undefined {
  if (mark.end - mark.at !== 1 || !mark.meanings.some((meaning) => !DONE.test(meaning))) return mark
  const found = doerBefore(mark, tokens, marks)
  if (!found || !standsAsDeed(tokens, mark.at, found)) return mark
  const known = vocabularyOf('en').forms.get(mark.text) ?? mark.meanings.filter((meaning) => DONE.test(meaning))
  if (known.length > 0) return { ...mark, meanings: known, plural: false }
  return mark.meanings.every((meaning) => meaning === 'stop:yes') ? mark : undefined
}
