import type { Deed, Script, Subject, Tie } from '../brief.ts'
import { hasPersonRig } from '../scene/rig/has-joints.ts'
import { entityNamed, replace } from './named-entity.ts'

const isBeast = (one: Subject | undefined): one is Subject =>
  one !== undefined && one.kind.startsWith('animal') && !hasPersonRig(one)

// A mouse looks out of a burrow, and who hatches out of a broken shell; a hen sits on eggs in a nest.
function homes(entities: Subject[], ties: readonly Tie[]): void {
  for (const { kind, subject, other } of ties) {
    const home = isBeast(entities[subject]) ? (entities[other]?.art ?? '') : ''
    if (/^(in|from)$/.test(kind) && home === 'hole') replace(entities, other, 'burrow')
    if (kind === 'in' && home === 'egg') replace(entities, other, 'egg-shell')
    const nest =
      kind === 'on' && home === 'egg' && entities[subject]?.kind === 'animal-bird' ? entities[other] : undefined
    if (!nest) continue
    entities[other] = { ...nest, count: 1 }
    replace(entities, other, 'nest-with-eggs')
  }
}

// What a dog digs is before it, and in it what it buries.
function dug(entities: Subject[], { verb, agents: [agent = -1], patient }: Deed, ties: Tie[]): void {
  if (verb !== 'dig' || !isBeast(entities[agent])) return
  if (entities.some(({ art }) => art === 'burrow')) return
  const named = entities.findIndex(({ art }) => art === 'hole')
  if (named >= 0) replace(entities, named, 'burrow')
  const den = named >= 0 ? named : entities.push(...entityNamed('burrow')) - 1
  ties.push({ kind: 'in-front-of', subject: den, other: agent })
  if (patient !== undefined && patient !== den && !isBeast(entities[patient]))
    ties.push({ kind: 'in', subject: patient, other: den })
}

/** The holes, shells and nests that animals are in or at. */
export function withDens(entities: Subject[], { deeds }: Script, ties: Tie[]): void {
  homes(entities, ties)
  for (const deed of deeds) dug(entities, deed, ties)
}
