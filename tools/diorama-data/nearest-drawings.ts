import { readFileSync } from 'node:fs'
import type { SourceDrawing } from './art-sources.ts'
import { readWordNet, type Noun, type Synset, type WordNet } from './wordnet.ts'

// How many steps up a word may find its drawing. Species are many steps below their bird or fish, and still look like one;
// two steps above a tool there are only devices.
const FARTHEST: Readonly<Record<string, number>> = { '05': 9, '06': 3, '13': 5, '17': 2, '18': 7, '20': 8 }

// Which files of WordNet a kind of drawing may show: the crane that is a bird is no machine.
const FILES: [RegExp, string][] = [
  [/^animal/, '05'],
  [/^plant/, '20 13'],
  [/^(food|drink)/, '13 20'],
  [/^person/, '18'],
  [/^body/, '08'],
  [/^(sky|place-geographic)/, '17 06 19'],
]
const filesOf = (kind: string) => (FILES.find(([pattern]) => pattern.test(kind))?.[1] ?? '06 17').split(' ')

const keyOf = (lemma: string) =>
  lemma
    .replaceAll(/[_\-']+/g, ' ')
    .replaceAll(/[^a-z0-9 ]/g, '')
    .trim()

// By synset the drawing, and by lemma the sense that a line of anchors.txt names: it is the one that is meant.
type Anchors = { arts: Map<string, Anchor>; meant: Map<string, string> }
// A step more where the drawing shows something near, not the thing itself.
type Anchor = { art: string; steps: number; only?: boolean }

// Where a class of things finds its drawing: "word: drawing", "word 2: drawing" for its second sense, "word: -" for a
// class whose members look like nothing in common, "word: only drawing" where the class may be shown by an example, but a
// member would be shown as something else: a toy as a teddy bear, a hula hoop not.
function writtenAnchors(): { word: string; sense: number; art: string; only: boolean }[] {
  const text = readFileSync(new URL('anchors.txt', import.meta.url), 'utf8')
  return text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return []
    const [, word, sense = '1', only, art] = /^(\S+)(?: (\d))?: (only )?(\S+)$/.exec(line) ?? []
    if (!word || !art) throw new Error(`anchors.txt: wanted "word: drawing", found "${line}"`)
    return [{ word, sense: Number(sense), art, only: only !== undefined }]
  })
}

function anchorsOf(drawings: readonly SourceDrawing[], { synsets, nouns }: WordNet): Anchors {
  const byLemma = new Map(nouns.map((noun) => [noun.lemma, noun]))
  const arts = new Map<string, Anchor>()
  const meant = new Map<string, string>()
  // The whole animal before its face.
  const faces = / (face|button|mark)$/
  const ordered = drawings.toSorted((a, b) => Number(faces.test(a.label)) - Number(faces.test(b.label)))
  for (const { id, label, kind } of ordered) {
    const lemma = label
      .toLowerCase()
      .replace(faces, '')
      .replaceAll(/[^a-z]+/g, '_')
    const files = filesOf(kind)
    const sense = byLemma.get(lemma)?.senses.find(({ synset }) => files.includes(synsets.get(synset)?.file ?? ''))
    if (sense && !arts.has(sense.synset)) arts.set(sense.synset, { art: id, steps: 0 })
  }
  const known = new Set(drawings.map(({ id }) => id))
  for (const { word, sense, art, only } of writtenAnchors()) {
    const synset = byLemma.get(word)?.senses[sense - 1]?.synset
    if (!synset) throw new Error(`anchors.txt: WordNet has no sense ${sense} of ${word}`)
    if (art !== '-' && !known.has(art)) throw new Error(`anchors.txt: there is no drawing called ${art}`)
    arts.set(synset, { art, only, steps: arts.get(synset)?.art === art || art.includes(word) ? 0 : 1 })
    meant.set(word, synset)
  }
  return { arts, meant }
}

// How likely a sense is meant of words that texts were hardly counted for: who asks for a mole wants the animal, not the
// spy; a second sense that is a person is mostly an insult.
const LIKELY: Readonly<Record<string, number>> = { '05': 2.5, '13': 2, '20': 1.5, '06': 1.6, '17': 1, '18': 0.4 }
const FIRST_SENSE = 0.2
const UNSEEN = 0.9

// How much likelier a sense must be than the next to be taken without a text that counts it.
const CLEARLY = 0.8

// Whether a compound is what its last word says: a paper bag is a bag, but a tin can that is a ship is soldiers' slang.
function isOfItsHead(lemma: string, from: string, { synsets }: WordNet): boolean {
  const last = lemma.slice(Math.max(lemma.lastIndexOf('_'), lemma.lastIndexOf('-')) + 1)
  if (last === lemma) return true
  let level = [from]
  for (let steps = 0; steps <= 6; steps++) {
    if (level.some((id) => synsets.get(id)?.words.some((word) => word !== lemma && word.endsWith(last)))) return true
    level = level.flatMap((id) => synsets.get(id)?.above ?? [])
  }
  return false
}

type Ranked = { synset: string; file: string; counted: number; rank: number }

function rankedSenses({ senses }: Noun, { synsets }: WordNet): Ranked[] {
  const ranked = senses.map(({ synset, counted }, at) => {
    const file = synsets.get(synset)?.file ?? ''
    const likely = LIKELY[file] ?? UNSEEN
    const rank = counted - at * 0.1 + (at === 0 ? Math.max(UNSEEN, likely) + FIRST_SENSE : likely)
    return { synset, file, counted, rank }
  })
  return ranked.toSorted((one, other) => other.rank - one.rank)
}

// A word means a thing where that is its usual sense: "spring" is no metal coil in a prompt. Of a bumper nobody can say
// whether it is of a car or a full glass: what no text decides is left out.
function thingSense(noun: Noun, net: WordNet, anchors: Anchors): string | undefined {
  const ranked = rankedSenses(noun, net)
  const made = ranked[0]?.file === '06'
  const [usual, ...rivals] = made
    ? ranked.filter(({ synset, file }) => file === '06' && isOfItsHead(noun.lemma, synset, net))
    : ranked
  if (!usual || FARTHEST[usual.file] === undefined) return undefined
  if (!made || usual.counted > 0) return usual.synset
  const art = climb(usual.synset, net, anchors)?.art
  const isRival = ({ synset, rank }: Ranked) =>
    usual.rank - rank < CLEARLY && !net.synsets.get(synset)?.isName && climb(synset, net, anchors)?.art !== art
  return rivals.some(isRival) ? undefined : usual.synset
}

function climb(from: string, { synsets }: WordNet, { arts }: Anchors): Anchor | undefined {
  const most = FARTHEST[synsets.get(from)?.file ?? ''] ?? 0
  let level = [from]
  for (let steps = 0; steps <= most; steps++) {
    const anchor = level.map((id) => arts.get(id)).find((found) => found !== undefined)
    if (anchor?.art === '-' || (anchor?.only && steps > 0)) return undefined
    if (anchor) return { art: anchor.art, steps: steps + anchor.steps }
    level = level.flatMap((id) => synsets.get(id)?.above ?? [])
  }
  return undefined
}

const PARTICLE = /^(in|up|out|on|off|down|away|by|over|about|to|know)$/
// Called people by WordNet, and in a prompt a part of a car, a deed or something that is seen.
const RATHER_THINGS =
  /^(hood|rip|riff|moor|mope|mooch|jinx|chink|closer|comer|longer|plier|plyer|ringer|hack|grind|bravo|have|chased|chosen|crook|bleacher|growler|melter|pueblo|colossus|embodiment|incarnation|browser|rover|rambler|ripper|casualty|member|host|biter|bourbon|bounder|bleeder|blubber|apache|bluecoat|coach|convert|exile|convict|dud|fluff|flier|flyer|hauler|hurler|holdout|linkman|masker|nailer|necker|outlier|picker|placeholder|plugger|pooler|prick|proxy|puller|quaker|racker|raiser|relative|reliever|ringer|roper|runner|runt|sleeper|slicer|sport|spike|sprite|stinker|stopper|swinger|tramp|winder|tot|peach|gem|star|light|figure|body|hand|face|head|mug|baron|ham|nut|vegetable|lemon|turkey|stiff|sucker|topper|tinker|trimmer|wonder|weight|sweet|sweetheart|love|charmer|mummy|behemoth|fencer|beater|washer|dryer|drier|burner|roller|slider|snapper|creeper|heater|buzzer|boomer|bomber|cruiser|freighter|tender|trailer|sweeper|scooter|scraper|server|shaker|shutter|smasher|snorter|stunner|whopper|wrecker|squirt|drip|square|brick|bear|bull|pet|pawn|wallflower|scarecrow|dwarf|shadow|spark|blade|buck|stud|hood|ace|bum|butt|mark|model|mannequin)$/

// Genera and families are Latin, peoples are adjectives, and of names only famous works of builders can be drawn. What is
// also an adjective mostly is one: "native", "antique".
function isDrawable({ lemma, written }: Noun, { isName, file }: Synset, adjectives: ReadonlySet<string>): boolean {
  if (keyOf(lemma).length < 3 || /\d/.test(lemma)) return false
  const parts = keyOf(lemma).split(' ')
  // A stand-in and a small white are a person and a butterfly to WordNet, and mere words of a sentence to everybody.
  if (parts.length > 1 && (PARTICLE.test(parts.at(-1) ?? '') || parts.every((part) => adjectives.has(part))))
    return false
  if (file === '18' && RATHER_THINGS.test(lemma)) return false
  if (isName) return file === '06'
  if (/^(06|18)$/.test(file)) return !adjectives.has(lemma) && (file === '06' || written === lemma)
  return !/^genus_|^family_|^order_|^class_|idae$|aceae$/.test(lemma)
}

// A poached egg is a dish to WordNet and an egg to everybody: of what people make, the last word says best what it looks
// like. In nature it is the other way about: a guinea pig is no pig.
function isSaidBetter(key: string, art: string, file: string, labels: ReadonlyMap<string, string>): boolean {
  const head = key.includes(' ') ? labels.get(key.slice(key.lastIndexOf(' ') + 1)) : undefined
  if (head === undefined) return false
  return head === art ? COLOURED.test(key) : /^(06|13|18)$/.test(file)
}

// A red fox is read as a fox that is red.
const COLOURED = /^(red|black|white|blue|gr[ea]y|brown|green|golden|yellow|pink|orange|purple|silver) /

/**
 * For every noun of WordNet that can be seen, the nearest thing that has a drawing: lines of the word, the place of the
 * drawing in the catalogue and the number of steps up to it, in the order of their bytes so that a line is found by halving.
 */
export function nearestDrawings(drawings: readonly SourceDrawing[]): Buffer {
  const net = readWordNet()
  const anchors = anchorsOf(drawings, net)
  const places = new Map(drawings.map(({ id }, at) => [id, at]))
  const labels = new Map(drawings.map(({ label, id }) => [keyOf(label.toLowerCase()), id]))
  const lines = new Map<string, string>()
  for (const noun of net.nouns) {
    const sense = anchors.meant.get(noun.lemma) ?? thingSense(noun, net, anchors)
    const synset = sense === undefined ? undefined : net.synsets.get(sense)
    if (!synset || !(anchors.meant.has(noun.lemma) || isDrawable(noun, synset, net.adjectives))) continue
    const found = climb(synset.id, net, anchors)
    const key = keyOf(noun.lemma)
    if (found && !lines.has(key) && !isSaidBetter(key, found.art, synset.file, labels))
      lines.set(key, `${places.get(found.art)} ${found.steps}`)
  }
  const sorted = Array.from(lines).sort(([one], [other]) => (one < other ? -1 : 1))
  return Buffer.from(sorted.map(([key, value]) => `${key}\t${value}\n`).join(''), 'latin1')
}
