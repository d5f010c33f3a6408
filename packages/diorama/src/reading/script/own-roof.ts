import type { Deed, Tie } from '../../brief.ts'
import type { Thing } from '../things.ts'
import type { Sentence } from './words.ts'

type Told = { entities: Thing[]; deeds: Deed[]; ties: Tie[]; doubled: ReadonlySet<number> }

const OWN = /^(the|its|his|her|their|el|su|le|son|il|suo|o|seu|dem|das|seinem|ihrem|het|zijn|taket|dachu|na|на|крыше)$/
const WITH = /^(with|con|com|avec|mit|met|med|z|с)$/
const CARRIES = /^(place-building|transport-(ground|water))/

// "A van with a surfboard on the roof": the roof of the last house or vehicle before, said with an article that knows it.
function ownerOf(roof: Thing, { entities, tokens }: Pick<Sentence, 'entities' | 'tokens'>): number {
  const before = tokens.slice(Math.max(0, roof.sense.at - 4), roof.sense.at).map(({ text }) => text)
  const known = OWN.test(before.at(-1) ?? '') || before.some((text) => WITH.test(text))
  if (roof.art !== 'roof' || !known) return -1
  return entities.findLastIndex(({ kind, sense }) => sense.end <= roof.sense.at && CARRIES.test(kind))
}

/** What is told, with the roof of a house or a vehicle that was named as a part of it, and no second house beneath. */
export function onOwnRoof(told: Omit<Told, 'entities'>, sentence: Sentence): Told {
  const { entities } = sentence
  const owners = entities.map((thing) => ownerOf(thing, sentence))
  const kept = entities.map((_, at) => at).filter((at) => owners[at] === -1)
  const place = (at: number) => kept.indexOf(owners[at] === -1 ? at : (owners[at] ?? -1))
  const ties = told.ties.map((tie): Tie => {
    const owner = owners[tie.other] ?? -1
    const house = owner >= 0 && entities[owner]?.kind.startsWith('place')
    return { ...tie, subject: place(tie.subject), other: place(tie.other), ...(house && { spot: 'roof' as const }) }
  })
  const deeds = told.deeds.map((deed) => ({
    ...deed,
    agents: deed.agents.map(place),
    ...(deed.patient !== undefined && { patient: place(deed.patient) }),
    ...(deed.recipient !== undefined && { recipient: place(deed.recipient) }),
  }))
  return {
    entities: kept.flatMap((at) => entities[at] ?? []),
    deeds,
    ties: ties.filter(({ subject, other }) => subject !== other),
    doubled: new Set([...told.doubled].map(place)),
  }
}
