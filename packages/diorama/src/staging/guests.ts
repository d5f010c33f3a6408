import type { Deed, Script, Subject, Tie } from '../brief.ts'
import { craftOf } from '../crafts.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import { entityNamed } from './named-entity.ts'

const ON_FEET = /^(stand|work|paint|give|walk|run|dance|hold|jump|push|pull|kneel|sleep|lie)$/

/** Whoever is at a table has a chair there, unless they have something to do on their feet. */
export function onChairs(entities: Subject[], { deeds }: Script, ties: Tie[]): void {
  if (entities.some(({ art }) => /^(chair|bench|sofa|throne|stool)$/.test(art))) return
  const isGuest = ({ kind, subject, other }: Tie) => {
    const guest = entities[subject]
    if (!/^(at|around|in)$/.test(kind) || entities[other]?.art !== 'table' || !guest) return false
    const busy = deeds.some(
      ({ verb, agents, craft }) => agents.includes(subject) && ON_FEET.test(verb) && !craftOf(craft)?.seated,
    )
    return hasPersonRig(guest) && !busy
  }
  const guests = ties.filter(isGuest)
  const [first] = guests
  const count = guests.reduce((sum, { subject }) => sum + (entities[subject]?.count ?? 1), 0)
  const [chair] = entityNamed('chair')
  if (!first || !chair) return
  const seats = entities.push({ ...chair, count }) - 1
  for (const [at, tie] of ties.entries())
    if (guests.includes(tie)) ties[at] = { kind: 'on', subject: tie.subject, other: seats }
  ties.push({ kind: 'at', subject: seats, other: first.other })
}

/** Those whom a waiter brings something sit at a table, be it named or not. */
export function tableForGuests(entities: Subject[], { deeds }: Script, ties: Tie[]): void {
  const { recipient = -1 } = deeds.find(({ craft }) => craft === 'serve') ?? {}
  const whom = entities[recipient]
  const placed = ties.some(({ kind, subject }) => subject === recipient && /^(on|in|at|around|under)$/.test(kind))
  if (!whom || !hasPersonRig(whom) || placed || entities.some(({ art }) => art === 'table')) return
  const beside = ties
    .filter(({ kind, subject }) => kind === 'beside' && subject === recipient)
    .map(({ other }) => other)
  const table = entities.push(...entityNamed('table')) - 1
  const others = ties.filter(({ kind, subject }) => kind !== 'beside' || subject !== recipient)
  const guests = [recipient, ...beside].map((subject): Tie => ({ kind: 'at', subject, other: table }))
  ties.splice(0, ties.length, ...others, ...guests)
}

const FLAT_TOPS = /^(table|tree-stump|wood|rock)$/

/** A game on a stump is on it, with those who play at its sides. */
export function playedOnTop(entities: readonly Subject[], deeds: readonly Deed[], ties: Tie[]): void {
  for (const { verb, agents, patient } of deeds) {
    if (verb !== 'play' || patient === undefined || entities[patient]?.kind !== 'game') continue
    const onTop = (tie: Tie) =>
      tie.kind === 'on' && agents.includes(tie.subject) && FLAT_TOPS.test(entities[tie.other]?.art ?? '')
    const top = ties.find(onTop)
    if (!top) continue
    const apart = ties.map((tie): Tie => (onTop(tie) ? { ...tie, kind: 'around' } : tie))
    ties.splice(0, ties.length, ...apart, { kind: 'on', subject: patient, other: top.other })
  }
}

/** What those who sit down sit on. */
export const seatsTaken = (deeds: readonly Deed[]): Tie[] =>
  deeds.flatMap(({ verb, agents, patient }) =>
    verb === 'sit' && patient !== undefined
      ? agents.map((subject): Tie => ({ kind: 'on', subject, other: patient }))
      : [],
  )

/** Who has a cat in the lap sits. */
export function onLaps(entities: Subject[], ties: Tie[]): void {
  for (const { spot, other } of ties) {
    const lap = spot === 'lap' && hasPersonRig(entities[other] as Subject)
    const placed = ties.some(({ kind, subject }) => subject === other && /^(on|in|at|under)$/.test(kind))
    if (!lap || placed || entities.some(({ art }) => /chair|bench|sofa|bed$|throne|stool/.test(art))) continue
    const seat = entities.push(...entityNamed('armchair')) - 1
    ties.push({ kind: 'on', subject: other, other: seat })
  }
}
