import { isOnOwnPlate } from '../../served-dishes.ts'
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

/** Whether it is a house that one could be in. */
export const isBuilding = ({ kind, scale }: Subject): boolean =>
  /^place-(building|religious)/.test(kind) && !/^(tiny|small)$/.test(scale)

// What a table or a product stands before, and never on.
const isFurniture = ({ art }: Subject) =>
  /^(bed|sofa|couch-and-lamp|armchair|bathtub|bookcase|wardrobe|door)$/.test(art)

/** Subjects of a table without the furniture of the room that it stands in: it says where that is. */
export function withoutFurniture(subjects: readonly Subject[], closeUp: boolean): Subject[] {
  return subjects.filter((one, at) => !closeUp || at === 0 || !isFurniture(one))
}

/** Subjects of a room or a table: a house that is named beside them says whose it is, and stands nowhere there. */
export function withHousesAround(subjects: readonly Subject[], indoors: boolean): Subject[] {
  return subjects.map((one, at) => (indoors && at > 0 && isBuilding(one) ? { ...one, scenery: true } : one))
}

const SHIPS =
  /^(pirate-ship|tall-ship|viking-ship|fishing-boat|yacht|raft|kayak|sailboat|ship|ferry|passenger-ship|rowing-boat|canoe|gondola|speedboat|motor-boat)$/
const CREW = 3

/** People at sea who are said to be nowhere are aboard the ship that was named. */
export function aboard(script: Script): Script {
  const ship = script.entities.findIndex(({ art }) => SHIPS.test(art))
  const busy = (at: number) =>
    script.ties.some(({ subject, kind }) => subject === at && kind !== 'with') ||
    script.deeds.some(
      ({ verb, agents, patient }) => (agents.includes(at) && !/^(hold|handle)$/.test(verb)) || patient === at,
    )
  const crew = script.entities.flatMap(({ kind }, at) => (kind.startsWith('person') && !busy(at) ? [at] : []))
  if (ship < 0 || crew.length === 0) return script
  return {
    ...script,
    entities: script.entities.map((one, at) => {
      if (crew.includes(at)) return { ...one, count: Math.min(one.count, CREW) }
      // What somebody is aboard is no farther away than they are.
      const { far: _, ...near } = one
      return at === ship ? near : one
    }),
    ties: [...script.ties, ...crew.map((subject) => ({ kind: 'in' as const, subject, other: ship }))],
  }
}

/** The script without houses, where the scene is a room: they say whose room it is. */
export const withoutHouses = (script: Script): Script =>
  without(script, (one) => isBuilding(one) && !/^(column|statue)$/.test(one.art))

const BOWLS = /^(bowl-with-spoon|plate|cup|tumbler-glass)$/
// Drawn in a dish of their own.
const SERVED =
  /^(green-salad|steaming-bowl|curry-rice|cooked-rice|pot-of-food|spaghetti|hot-beverage|shaved-ice|custard)$/

const isServed = (art: string) => SERVED.test(art) || isOnOwnPlate(art)

/** The script without bowls around what is drawn in one. */
export function withoutSecondDish(script: Script): Script {
  const around = script.ties.flatMap(({ kind, subject, other }) =>
    kind === 'in' && isServed(script.entities[subject]?.art ?? '') ? [script.entities[other]] : [],
  )
  return without(script, (one) => BOWLS.test(one.art) && around.includes(one))
}
