import type { Deed, Subject, Tie } from '../brief.ts'
import { entityNamed } from './named-entity.ts'
import { isAlive } from './real-sizes.ts'

/** Whether a drawing of a being is a figure that somebody makes. */
const isFigure = (one: Subject | undefined): boolean => one?.material !== undefined && isAlive(one)

/** A figure that is being carved stands on the block that it comes out of. */
export function onTheirBlock(entities: Subject[], deeds: readonly Deed[], ties: Tie[]): void {
  for (const { craft = '', patient = -1, agents } of deeds) {
    if (!/^(carve|sculpt)$/.test(craft) || !isFigure(entities[patient])) continue
    const named = entities.findIndex(({ art }) => /^(stone-block|wood|tree-stump)$/.test(art))
    const block = named >= 0 ? named : entities.push(...entityNamed('stone-block')) - 1
    const others = ties.filter(
      ({ subject, other }) => other !== block && !(agents.includes(subject) && other === patient),
    )
    ties.splice(0, ties.length, ...others, { kind: 'on', subject: patient, other: block })
  }
}
