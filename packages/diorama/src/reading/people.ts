import { drawingOf } from '../art.ts'
import type { Relation, Subject } from '../brief.ts'
import type { Sense } from './senses.ts'

// A small mix of the seed, so that neighbouring seeds and neighbouring people do not get the same tone.
function pick(seed: number, at: number, size: number): number {
  let mixed = Math.imul((seed ^ (at * 0x9e3779b9)) | 0, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) % size
}

const toned = (art: string, seed: number, at: number) => {
  const tones = drawingOf(art)?.tones ?? []
  return tones[pick(seed, at, Math.max(1, tones.length))] ?? art
}

const GENDERS: Record<string, string> = { man: 'man', boy: 'man', 'old-man': 'man', prince: 'man' }
const WOMEN = new Set(['woman', 'girl', 'old-woman', 'princess'])
const GENERIC = new Set([
  'person',
  'man',
  'woman',
  'girl',
  'boy',
  'child',
  'old-man',
  'old-woman',
  'prince',
  'princess',
])
const WALKS =
  /walk|stroll|wander|hik|march|camin|pase|promen|march|geh|spazi|wander|pass|идё|идет|гуля|走|歩|散|걷|걸|산책|yürü|jalan|mash|يمش|تمش/

function figureOf(subject: Subject, ride: string | undefined, walks: boolean): string | undefined {
  if (!GENERIC.has(subject.art)) return undefined
  const gender = WOMEN.has(subject.art) ? 'woman' : (GENDERS[subject.art] ?? 'person')
  if (ride === 'bicycle') return `${gender}-biking`
  if (subject.activity === 'run') return walks ? `${gender}-walking` : `${gender}-running`
  if (subject.activity === 'dance') return gender === 'man' ? 'man-dancing' : 'woman-dancing'
  return subject.activity === 'swim' ? `${gender}-swimming` : undefined
}

const YOUNG = /^(girl|boy|child|baby|swaddled-baby)$/
const GROWN = /^(woman|man|old-woman|old-man|person)$/

// A child with somebody grown is theirs: they are of one colour.
const isKin = (subjects: readonly Subject[]) =>
  subjects.some(({ art }) => YOUNG.test(art)) && subjects.some(({ art }) => GROWN.test(art))

/** Gives people skin tones by the seed, and a whole figure where what they do has been drawn. */
export function dressPeople(subjects: Subject[], relations: Relation[], senses: Sense[], seed: number): Subject[] {
  const walks = senses.some(({ kind, text }) => kind === 'activity' && WALKS.test(text))
  const kin = isKin(subjects)
  return subjects.map((subject, at) => {
    const ride = relations.find(({ kind, subject: who }) => who === at && /^(riding|on)$/.test(kind))
    const figure = figureOf(subject, ride && subjects[ride.other]?.art, walks)
    const drawn = figure && drawingOf(figure) ? toned(figure, seed, kin ? 0 : at) : undefined
    return { ...subject, art: toned(subject.art, seed, kin ? 0 : at), ...(drawn && { figure: drawn }) }
  })
}
