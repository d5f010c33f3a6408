import type { Deed, RelationKind, Tie, Verb } from '../../brief.ts'
import type { Link } from '../find-relations.ts'
import { acts } from './entities.ts'
import { placedAfter } from './head-last-places.ts'
import type { Sentence } from './words.ts'

const MOVES = /^(sit|sleep|run|jump|fly|swim|dance)$/

function verbsOf({ senses }: Sentence): { verb: Verb; at: number }[] {
  return senses.flatMap(({ kind, value, at }) => {
    if (kind === 'verb') return [{ verb: value as Verb, at }]
    const exact = senses.some((other) => other.kind === 'verb' && other.at === at)
    return kind === 'activity' && !exact && MOVES.test(value) ? [{ verb: value as Verb, at }] : []
  })
}

// ベンチに座る, 窓台上: what stands before the postposition is what somebody is on.
function postposed({ senses, entities }: Sentence): Tie[] {
  const agent = entities.findIndex(acts)
  return senses.flatMap((sense): Tie[] => {
    const sits = sense.kind === 'activity' && /^(sit|sleep)$/.test(sense.value)
    if (agent < 0 || (!sits && (sense.kind !== 'post' || sense.value === 'beside'))) return []
    const other = entities.findLastIndex(
      ({ sense: { end }, kind }) => end <= sense.at && sense.at - end <= 2 && kind === 'household',
    )
    return other < 0 || other === agent
      ? []
      : [{ kind: sits ? 'on' : (sense.value as RelationKind), subject: agent, other }]
  })
}

/** The same for languages that say the place and the object first, by the relations that their postpositions gave. */
export function parseHeadLast(sentence: Sentence, links: readonly Link[]): { deeds: Deed[]; ties: Tie[] } {
  const { entities } = sentence
  const indexOf = (sense: object) => entities.findIndex((thing) => thing.sense === sense)
  const placed = placedAfter(sentence)
  const linked = links.flatMap(({ kind, subject, other }): Tie[] => {
    const [a, b] = [indexOf(subject.sense), indexOf(other.sense)]
    // What a postposition says of two is surer than that they are named side by side.
    if (placed.length > 1 || placed.some((tie) => tie.subject === a)) return []
    return a >= 0 && b >= 0 && a !== b ? [{ kind: kind === 'beside' ? 'with' : kind, subject: a, other: b }] : []
  })
  const ties = [...placed, ...linked]
  const near = postposed(sentence)
  for (const tie of near) if (!ties.some(({ subject }) => subject === tie.subject)) ties.push(tie)
  const living = entities.flatMap((thing, at) => (acts(thing) ? [at] : []))
  const agent = living[0]
  if (agent === undefined) return { deeds: [], ties }
  const agents = living.length > 1 && entities[agent]?.kind === entities[living[1] ?? 0]?.kind ? living : [agent]
  const tied = new Set(ties.flatMap(({ subject, other }) => [subject, other]))
  const deeds = verbsOf(sentence).map(({ verb, at }): Deed => {
    const things = entities
      .map((thing, entity) => ({ thing, entity }))
      .filter(({ entity }) => entity !== agent && !tied.has(entity))
    const nearest = things.sort((a, b) => Math.abs(a.thing.sense.at - at) - Math.abs(b.thing.sense.at - at))[0]
    const alone = nearest && Math.abs(nearest.thing.sense.at - at) <= 6 ? nearest.entity : undefined
    return {
      verb,
      agents: alone !== undefined && agents.includes(alone) ? [agent] : agents,
      ...(alone !== undefined && { patient: alone }),
    }
  })
  return { deeds, ties }
}
