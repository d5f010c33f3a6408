import type { Script, Subject } from '../../brief.ts'

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
