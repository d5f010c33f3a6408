import type { Brief, Cue } from '../../brief.ts'
import type { Sense } from '../senses.ts'
import type { Thing } from '../things.ts'
import type { Token } from '../tokens.ts'

type Reading = { senses: readonly Sense[]; things: readonly Thing[]; tokens: readonly Token[] }

const TURNS = /^(turns?|turning|transform(s|ing)?|morph(s|ing)?|changes?|changing|becomes?|becoming|evolves?|evolving)$/
const INTO = /^(into|to|from)$/

const lastBefore = ({ things }: Reading, at: number) => things.findLast(({ sense }) => sense.end <= at)?.art

// "Changes colour from green to red", "turns blue": of two colours the second is what it becomes.
function coloured(reading: Reading, at: number, of: string): Brief['turnsInto'] {
  const near = reading.senses.filter(({ kind, at: from }) => kind === 'colour' && from > at && from - at <= 7)
  const [first, second] = near
  const said = reading.tokens.slice(at + 1, at + 4).map(({ text }) => text)
  const isOfColour = said.some((text) => /^colou?rs?$/.test(text)) || first?.at === at + 1 || second !== undefined
  if (!first || !isOfColour) return undefined
  return second ? { from: of, was: first.value, colour: second.value } : { from: of, colour: first.value }
}

/** What becomes something else in the course of a clip, or gets another colour; nothing where hours and seasons turn. */
export function turnedInto(reading: Reading): Brief['turnsInto'] {
  const at = reading.tokens.findIndex(({ text }) => TURNS.test(text))
  const from = at < 0 ? undefined : lastBefore(reading, at)
  if (from === undefined) return undefined
  const next = reading.tokens.slice(at + 1, at + 5).findIndex(({ text }) => INTO.test(text))
  const becomes = reading.tokens[at]?.text.startsWith('becom') === true
  const to = reading.things.find(({ sense }) => sense.at > at && sense.at - at <= 6)
  const isColour = reading.senses.find(({ kind, at: start }) => kind === 'colour' && start > at && start - at <= 7)
  if (to && (becomes || next >= 0) && !(isColour && isColour.at < to.sense.at && to.sense.at - isColour.at > 2))
    return to.art === from ? undefined : { from, to: to.art }
  return coloured(reading, at, from)
}

const KNOCKS = /^(knock|push|brush|sweep|nudg|bump|swat)(s|es|ing)?$/

/** What somebody knocks off something comes down. */
export function knockedOff({ tokens, things }: Reading): Cue[] {
  const at = tokens.findIndex(({ text }) => KNOCKS.test(text))
  const off = at < 0 ? -1 : tokens.findIndex(({ text }, index) => index > at && /^(off|over)$/.test(text))
  const what = things.find(({ sense }) => sense.at > at && sense.at < off)
  return what ? [{ what: 'fall', of: what.art, from: 0.15, to: 1 }] : []
}
