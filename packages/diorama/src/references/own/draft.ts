import type { Brief, Deed, Relation, Script, Subject, Tie } from '../../brief.ts'
import { without } from '../../reading/script/left-out.ts'
import { placesItsOwn } from '../../scene/design/designs.ts'
import { bare, isBeing } from './who-is-meant.ts'

/** A picture that is told anew: as it was, and as it would be staged after the wishes. Looks and light are changed in both. */
export type Draft = { was: Brief; now: Brief }

export type IsIt = (one: Subject) => boolean
/** Whether it is shown by this drawing. */
export const named =
  ({ art }: Subject): IsIt =>
  (one) =>
    bare(one.art) === bare(art)

/** Everybody and everything that a picture is known to show. */
export function shownIn({ subjects, script, hung = [] }: Brief): Subject[] {
  return [...subjects, ...(script?.entities ?? []), ...hung]
}

/** Changes each that a picture shows. */
export function mapped(brief: Brief, change: (one: Subject) => Subject): Brief {
  return {
    ...brief,
    subjects: brief.subjects.map(change),
    ...(brief.script && { script: { ...brief.script, entities: brief.script.entities.map(change) } }),
    ...(brief.hung && { hung: brief.hung.map(change) }),
  }
}

/** Changes how somebody looks, without moving anybody. */
export function dressed({ was, now }: Draft, isIt: IsIt, change: (one: Subject) => Subject): Draft {
  const each = (one: Subject) => (isIt(one) ? change(one) : one)
  return { was: mapped(was, each), now: mapped(now, each) }
}

/** Changes the light, the place or the manner of the whole picture. */
export const whole = ({ was, now }: Draft, change: Partial<Brief>): Draft => ({
  was: { ...was, ...change },
  now: { ...now, ...change },
})

const HOLDS = /^(?:on|in|riding|hanging|through|with|under)$/

// Whoever is on it, in it, holds it or deals with it is staged anew together with it.
function bound({ script, subjects, relations }: Brief, isIt: IsIt): Set<string> {
  const entities = script?.entities ?? subjects
  const arts = new Set(entities.filter(isIt).map(({ art }) => art))
  const artOf = (at: number | undefined) => (at === undefined ? undefined : entities[at]?.art)
  const pairs = [
    ...(script?.ties ?? relations).filter(({ kind }) => HOLDS.test(kind)).map(({ subject, other }) => [subject, other]),
    ...(script?.deeds ?? []).map(({ agents, patient, recipient }) => [...agents, patient, recipient]),
  ].map((pair) => pair.flatMap((at) => artOf(at) ?? []))
  for (const pair of pairs)
    if (pair.length > 1 && pair.some((art) => arts.has(art))) for (const art of pair) arts.add(art)
  return arts
}

// Of whoever is left when something is taken away, only those are staged anew who had it in their hands or under them: what a dog
// lay on stays, and so does who walked the dog.
function dependent({ script, subjects, relations }: Brief, isIt: IsIt): Set<string> {
  const entities = script?.entities ?? subjects
  const isGone = (at: number | undefined) => at !== undefined && entities[at] !== undefined && isIt(entities[at])
  const left = [
    ...(script?.ties ?? relations).flatMap(({ kind, subject, other }) =>
      HOLDS.test(kind) && isGone(other) ? [subject] : [],
    ),
    ...(script?.deeds ?? []).flatMap(({ agents, patient, verb }) => {
      const alive = patient !== undefined && isBeing(entities[patient] as Subject)
      return isGone(patient) && (!alive || /^(ride|hold|hug|carry)$/.test(verb)) ? agents : []
    }),
  ]
  return new Set([...entities.filter(isIt), ...left.flatMap((at) => entities[at] ?? [])].map(({ art }) => art))
}

// Those that are taken from the new staging, in both tellings.
function stagedAnew({ was, now }: Draft, isIt: IsIt, whom = bound): Draft {
  const arts = whom(was, isIt)
  const marked = (one: Subject): Subject =>
    arts.has(one.art) && one.revised?.how !== 'new' ? { ...one, revised: { how: 'other' } } : one
  return { was: mapped(was, marked), now: mapped(now, marked) }
}

function withoutSubjects(brief: Brief, isIt: IsIt): Brief {
  const left = brief.subjects.flatMap((one, at) => (isIt(one) ? [] : [at]))
  const relations = brief.relations.flatMap((relation): Relation[] => {
    const [subject, other] = [left.indexOf(relation.subject), left.indexOf(relation.other)]
    return subject < 0 || other < 0 ? [] : [{ ...relation, subject, other }]
  })
  // A figure that was drawn with what it rode on stands without it.
  const subjects = left.map((at): Subject => {
    const { figure, ...one } = brief.subjects[at] as Subject
    return figure !== undefined && /biking|surfing|rowing/.test(figure)
      ? one
      : { ...one, ...(figure !== undefined && { figure }) }
  })
  return { ...brief, subjects, relations }
}

// A deed that lost what it was done to, or who did it, is none any more.
function withoutEntities(script: Script, isIt: IsIt): Script | undefined {
  if (script.entities.every(isIt)) return undefined
  const isGone = (at: number | undefined) => at !== undefined && isIt(script.entities[at] as Subject)
  const deeds = script.deeds.filter(({ agents, patient }) => !isGone(patient) && agents.some((at) => !isGone(at)))
  return without({ ...script, deeds }, isIt)
}

/** Takes somebody or something out; what they held, sat on or did with it goes on without. */
export function removed(draft: Draft, isIt: IsIt): Draft {
  const { was, now } = stagedAnew(draft, isIt, dependent)
  const { script, ...others } = withoutSubjects(now, isIt)
  const left = script && withoutEntities(script, isIt)
  return {
    was,
    now: {
      ...others,
      ...(others.hung && { hung: others.hung.filter((one) => !isIt(one)) }),
      ...(left && { script: left }),
    },
  }
}

/** Puts another in somebody's place, as many and doing the same. */
export function swapped(draft: Draft, isIt: IsIt, to: Subject): Draft {
  const { was, now } = stagedAnew(draft, isIt)
  const change = (one: Subject): Subject =>
    isIt(one)
      ? {
          ...to,
          count: to.count > 1 ? to.count : one.count,
          revised: { how: 'other' },
          ...(one.activity && !to.activity && { activity: one.activity }),
        }
      : one
  return { was, now: mapped(now, change) }
}

/** Whoever is set on something else is no longer on what carried them, and comes where that other thing is. */
export function resettled({ was, now }: Draft, isIt: IsIt, at: string): Draft {
  const gone = mapped(was, (one) => (isIt(one) ? { ...one, revised: { how: 'other' } } : one))
  const come = mapped(now, (one) => (isIt(one) ? { ...one, revised: { how: 'new', at } } : one))
  const { script } = come
  if (!script) return { was: gone, now: come }
  const isHis = ({ kind, subject }: Tie) =>
    /^(on|in|under|riding)$/.test(kind) && isIt(script.entities[subject] as Subject)
  return { was: gone, now: { ...come, script: { ...script, ties: script.ties.filter((tie) => !isHis(tie)) } } }
}

/** As many of somebody as are wished, together as they would be staged. */
export function numbered(draft: Draft, isIt: IsIt, count: number): Draft {
  const { was, now } = stagedAnew(draft, isIt)
  return { was, now: mapped(now, (one) => (isIt(one) ? { ...one, count } : one)) }
}

/** What is new, and how it is bound to whom: numbers of `entities`, where those that were there are named by `there`. */
export type Addition = {
  entities: readonly Subject[]
  there: ReadonlyMap<number, Subject>
  ties: readonly Tie[]
  deeds: readonly Deed[]
}

const ON_THE_GROUND =
  /chick|hen$|rooster|duck|swan|goose|penguin|ostrich|flamingo|peacock|turkey|owl|dodo|stork|heron|crane/

// A bird of which nothing else is told is on the wing: there it covers nobody.
function flights({ entities, there, ties, deeds }: Addition): Deed[] {
  return entities.flatMap(({ kind, art }, at): Deed[] => {
    const told =
      ties.some(({ subject }) => subject === at) ||
      deeds.some(({ agents, patient }) => agents.includes(at) || patient === at)
    const flies = kind === 'animal-bird' && !ON_THE_GROUND.test(art) && !there.has(at) && !told
    return flies ? [{ verb: 'fly', agents: [at] }] : []
  })
}

/** Adds what was not there. */
export function added(draft: Draft, addition: Addition): Draft {
  const { entities, there, ties } = addition
  const deeds = [...addition.deeds, ...flights(addition)]
  const { now } = draft
  const script: Script = now.script ?? { entities: now.subjects, deeds: [], ties: [] }
  const fresh = entities.flatMap((_, at) => (there.has(at) ? [] : [at]))
  const numberOf = (at: number): number => {
    const known = there.get(at)
    return known ? script.entities.findIndex(named(known)) : script.entities.length + fresh.indexOf(at)
  }
  const told: Script = {
    entities: [...script.entities, ...fresh.map((at) => entities[at] as Subject)],
    ties: [
      ...script.ties,
      ...ties.map((tie) => ({ ...tie, subject: numberOf(tie.subject), other: numberOf(tie.other) })),
    ],
    deeds: [
      ...script.deeds,
      ...deeds.map(({ agents, patient, recipient, ...deed }) => ({
        ...deed,
        agents: agents.map(numberOf),
        ...(patient !== undefined && { patient: numberOf(patient) }),
        ...(recipient !== undefined && { recipient: numberOf(recipient) }),
      })),
    ],
  }
  const subjects = [...now.subjects, ...fresh.map((at) => entities[at] as Subject)]
  return { was: draft.was, now: { ...now, subjects, script: told } }
}

/** Whoever gets something into the hands is staged anew with it. */
export const regripped = (draft: Draft, isIt: IsIt): Draft => {
  const marked = (one: Subject): Subject => (isIt(one) ? { ...one, revised: { how: 'other' } } : one)
  return { was: mapped(draft.was, marked), now: mapped(draft.now, marked) }
}

const isRevised = ({ revised }: Subject) => revised !== undefined

/** The brief of the picture after the wishes; where nobody is moved, only the looks differ. */
export function briefOf({ was, now }: Draft): Brief {
  // A sheet places its motifs itself.
  if (placesItsOwn(now)) return now
  const moved = shownIn(was).some(isRevised) || shownIn(now).some(isRevised)
  return moved ? { ...was, after: now } : was
}
