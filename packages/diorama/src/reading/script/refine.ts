import { drawingOf } from '../../art.ts'
import { isContainer } from '../../staging/containers.ts'
import type { Marked } from '../find-marks.ts'
import { SAID } from '../said-of-another.ts'
import { settleSenses, type Sense } from '../senses.ts'
import type { Thing } from '../things.ts'

type Reading = Marked & { senses: Sense[]; things: Thing[] }

// What a phrase may hold that is worth taking out of it.
const INNER = /^(rel|post|verb|activity|support|look|vessel|colour|art)$/
const SMALL = /^(of|de|du|del|della|von|da|do|van|a|an|the|un|una|une|der|die|das|dem|einem|einer)$/

function opens({ tokens, language }: Reading, sense: Sense, inner: readonly Sense[]): boolean {
  // A noun that is only said of another has nothing in it either: pendant lights are no pendant.
  if (sense.end - sense.at < 2 || (sense.kind === 'stop' && sense.value === SAID)) return false
  // हाथ में, के लिए: in Hindi such a phrase is one word, and says neither in nor holding.
  if (language === 'hi' && sense.kind === 'stop') return false
  if (/^(stop|place)$/.test(sense.kind)) return inner.some(({ kind }) => /^(rel|post|verb|look)$/.test(kind))
  // A bottle of wine is drawn as one.
  if (sense.kind === 'art' && /(bottle|jar|carton|bag)$/.test(sense.value)) return false
  const small = tokens.slice(sense.at, sense.end).some(({ text }) => SMALL.test(text))
  return sense.kind === 'art' && small && inner.some(holdsOrActs)
}

// A basket of apples is a basket with apples, a ball of yarn is yarn.
const holdsOrActs = ({ kind, value }: Sense) =>
  /^(vessel|verb|activity)$/.test(kind) || (kind === 'support' && isContainer(value))

/**
 * The senses with long phrases taken apart, as far as somebody acts or something is on something in them: on a wooden
 * table, a basket of apples, walking through. The phrase keeps its own meaning, at its head.
 */
export function refine(reading: Reading): { senses: Sense[]; things: Thing[] } {
  const moved = new Map<Sense, Sense>()
  const senses = reading.senses.flatMap((sense): Sense[] => {
    if (sense.end - sense.at < 2) return [sense]
    const inner = settleSenses({ ...reading, marks: reading.within(sense) }).filter(
      ({ kind, strength }) => INNER.test(kind) && strength > 1,
    )
    if (!opens(reading, sense, inner)) return [sense]
    const head = inner.find(({ kind, value }) => kind === sense.kind && value === sense.value)
    if (head) moved.set(sense, head)
    const others = inner.filter((other) => other !== head && (other.kind !== 'art' || sense.kind === 'stop'))
    if (sense.kind === 'stop') return others
    return head ? [...others, head].sort((a, b) => a.at - b.at) : [sense, ...others]
  })
  const things = reading.things.map((thing) => ({ ...thing, sense: moved.get(thing.sense) ?? thing.sense }))
  const fresh = senses.filter((sense) => sense.kind === 'art' && !reading.senses.includes(sense))
  const more = fresh.flatMap((sense): Thing[] => {
    const drawing = things.some((thing) => thing.sense === sense) ? undefined : drawingOf(sense.value)
    return drawing ? [{ sense, art: drawing.id, kind: drawing.kind, label: drawing.label, scenery: false }] : []
  })
  return { senses, things: [...things, ...more] }
}
