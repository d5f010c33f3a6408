import type { Script, Subject } from '../../brief.ts'
import { isOnOwnPlate } from '../../served-dishes.ts'

/** A script without some of its entities, and without what was told of these. */
export function without(script: Script, isGone: (one: Subject) => boolean): Script {
  const left = script.entities.flatMap((one, at) => (isGone(one) ? [] : [at]))
  if (left.length === script.entities.length || left.length === 0) return script
  const now = (entity: number) => left.indexOf(entity)
  const stays = (entity: number) => left.includes(entity)
  return {
    entities: left.map((at) => script.entities[at] as Subject),
    ties: script.ties
      .filter(({ subject, other }) => stays(subject) && stays(other))
      .map((tie) => ({ ...tie, subject: now(tie.subject), other: now(tie.other) })),
    deeds: script.deeds.flatMap(({ patient, recipient, agents, ...deed }) => [
      {
        ...deed,
        agents: agents.filter(stays).map(now),
        ...(patient !== undefined && stays(patient) && { patient: now(patient) }),
        ...(recipient !== undefined && stays(recipient) && { recipient: now(recipient) }),
      },
    ]),
  }
}

const BOWLS = /^(bowl-with-spoon|plate|cup|tumbler-glass)$/
// Drawn in a dish of their own.
const SERVED = /^(green-salad|steaming-bowl|curry-rice|cooked-rice|pot-of-food|spaghetti|hot-beverage|custard)$/

/** The script without bowls around what is drawn in one. */
export function withoutSecondDish(script: Script): Script {
  const isServed = (art = '') => SERVED.test(art) || isOnOwnPlate(art)
  const around = script.ties.flatMap(({ kind, subject, other }) =>
    kind === 'in' && isServed(script.entities[subject]?.art) ? [script.entities[other]] : [],
  )
  return without(script, (one) => BOWLS.test(one.art) && around.includes(one))
}
