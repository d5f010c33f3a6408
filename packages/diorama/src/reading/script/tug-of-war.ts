import { drawingOf } from '../../art.ts'
import type { Deed, Script, Subject } from '../../brief.ts'
import { isLiving } from '../things.ts'

const ROPE = /^(knot|wire|climbing-rope|jump-rope|tug-rope|lasso)$/
const PULLS = /^(pull|work|handle|hold|play|take)$/

const livesIn = ({ entities }: Script, at: number | undefined): at is number =>
  at !== undefined && entities[at] !== undefined && isLiving(entities[at])

// The rope that somebody pulls, by whichever word the sentence ties it to them.
function ropeOf({ entities, ties }: Script, { agents, patient = -1 }: Deed): number {
  if (ROPE.test(entities[patient]?.art ?? '')) return patient
  const tied = ties.find(({ subject, other }) => agents.includes(subject) && ROPE.test(entities[other]?.art ?? ''))
  return tied?.other ?? -1
}

// All who have a hand at it: who does it, and with whom.
function pullersOf(script: Script, { agents, patient, recipient }: Deed): number[] {
  const company = script.ties.flatMap(({ kind, subject, other }) =>
    /^(with|beside|at)$/.test(kind) && agents.includes(subject) ? [other] : [],
  )
  return [...new Set([...agents, patient, recipient, ...company])].filter((one) => livesIn(script, one))
}

// Teams are as many on one side as on the other, unless they were counted.
const inTeams = (one: Subject, counted: boolean): Subject =>
  counted || one.count % 2 === 0 || one.count < 3 ? one : { ...one, count: one.count + 1 }

/** "A boy and a dog tug at a rope": a rope between them, and both at it. Who pulls one alone pulls it as before. */
export function tugged(script: Script, isCounted: (entity: number) => boolean): Script {
  const deed =
    script.deeds.find(({ craft }) => craft === 'tug') ??
    script.deeds.find((one) => one.verb === 'pull' && ropeOf(script, one) >= 0)
  const drawing = drawingOf('tug-rope')
  if (!deed || !drawing) return script
  const pullers = pullersOf(script, deed)
  const many = pullers.reduce((sum, one) => sum + (script.entities[one]?.count ?? 1), 0)
  if (many < 2) return script
  const named = ropeOf(script, deed)
  const patient = named < 0 ? script.entities.length : named
  const rope: Subject = { art: drawing.id, label: drawing.label, kind: drawing.kind, count: 1, scale: 'normal' }
  const sides = script.entities.map((one, at) =>
    pullers.length === 1 && pullers[0] === at ? inTeams(one, isCounted(at)) : one,
  )
  const own = (agents: readonly number[]) => agents.some((agent) => pullers.includes(agent))
  return {
    entities: [...sides.slice(0, patient), rope, ...sides.slice(patient + 1)],
    deeds: [
      ...script.deeds.filter(({ verb, agents }) => !(own(agents) && PULLS.test(verb))),
      { verb: 'pull', craft: 'tug', agents: pullers, patient },
    ],
    ties: script.ties.filter(
      ({ subject, other }) =>
        subject !== patient && other !== patient && !(pullers.includes(subject) && pullers.includes(other)),
    ),
  }
}
