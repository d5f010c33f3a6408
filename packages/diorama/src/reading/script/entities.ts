import { drawingOf } from '../../art.ts'
import { isContainer } from '../../staging/containers.ts'
import { isYoung } from '../people/families.ts'
import { isLain, isLiving, type Thing } from '../things.ts'
import type { Sense } from '../senses.ts'
import { metresOf } from '../../staging/real-sizes.ts'

function thingOf(sense: Sense, art: string): Thing[] {
  const drawing = drawingOf(art)
  return drawing ? [{ sense, art: drawing.id, kind: drawing.kind, label: drawing.label, scenery: false }] : []
}

const at = (sense: Sense) => (other: Sense) => other.at < sense.end && sense.at < other.end

const WEDDED =
  /newly ?weds|recien casados|jeunes maries|brautpaar|sposi|noivos|молодожены|nowozency|brudpar|bruidspaar|新郎新娘|新婚/

// Old where that is said, in wedding clothes where they marry.
function pairOf({ aged, sense }: Thing): string[] {
  if (WEDDED.test(sense.text)) return ['woman-with-veil', 'man-in-tuxedo']
  return aged ? ['old-woman', 'old-man'] : ['woman', 'man']
}

// A couple is two people, wherever they do something.
function asTwo(thing: Thing): Thing[] {
  if (!/^couple-with-heart|^kiss$|^people-holding-hands|^woman-and-man-holding/.test(thing.art)) return [thing]
  const pair = pairOf(thing).flatMap((art) => thingOf({ ...thing.sense, plural: false }, art))
  return pair.length === 2 ? pair : [thing]
}

// The word that names a roof or a shelf says more exactly what is meant than the drawing that stood in for it until now.
function asSupport(thing: Thing, senses: readonly Sense[]): Thing {
  const named = senses.find((sense) => sense.kind === 'support' && at(thing.sense)(sense))
  const [support] = named ? thingOf(thing.sense, named.value) : []
  return support ?? thing
}

// Whether what was said before is one of these deeds.
const isDone = (before: Sense | undefined, deeds: RegExp) =>
  before !== undefined && /^(verb|craft)$/.test(before.kind) && deeds.test(before.value)

const LEFT = /^(out of|out|aus|из|uit|ur|dari)$/
const LEFT_WHEN_TAKEN = /^(from|de|del|du|d|do|da|dal|dalla|von|vom|van|z|ze|с)$/

// A hat that a rabbit comes out of is on no head.
function isLeft(sense: Sense, senses: readonly Sense[]): boolean {
  const taken = senses.some(
    ({ kind, value, at: from }) => kind === 'verb' && /^(take|pull)$/.test(value) && from < sense.at,
  )
  const says = (text: string) => LEFT.test(text) || (taken && LEFT_WHEN_TAKEN.test(text))
  return senses.some(({ text, end }) => says(text) && end <= sense.at && sense.at - end <= 3)
}

/** Words that say of clothes that they are worn, and of all else that it is carried. */
export const WEARS =
  /^(tragt|tragen|trug|trugen|tragend\S*|llevan?|llevando|llevaba|porte|portent|portant|portan?o?|usam?|usando|носит|носят|носил\S*|wears?|wearing)( \S+)?$/

// "…, backpack, …": all that its phrase says.
const isTagAlone = ({ at, clause }: Sense, senses: readonly Sense[]) =>
  senses.every(
    (other) => other.clause !== clause || other.at === at || /^(stop|colour|size|material)$/.test(other.kind),
  )

// A bag is held, and one for the back is on it where nothing else is said of it.
const isCarried = (art: string, sense: Sense, senses: readonly Sense[]) =>
  art === 'backpack' ? !isTagAlone(sense, senses) : /bag|case|ring|gem|fan/.test(art)

// What is worn goes to the looks of its wearer, unless something is in it or it is handed over.
function isWorn({ sense, art }: Thing, senses: readonly Sense[]): boolean {
  const spoken = senses.filter(({ kind }) => !/^(stop|colour|size|count|look|wear)$/.test(kind))
  const before = spoken[spoken.findIndex((other) => other.at === sense.at) - 1]
  const handled =
    isDone(before, /^(give|hold|work|fight|play|take|sew|mend|eat|pull|catch|throw|steal|dig|handle|chase)$/) &&
    !WEARS.test(before?.text ?? '')
  return (
    !handled &&
    !isLain(sense, senses) &&
    !isLeft(sense, senses) &&
    !isCarried(art, sense, senses) &&
    !(isContainer(art) && before?.value === 'in')
  )
}

// "Building a snowman" builds; a building stands alone.
function isDoing({ sense }: Thing, senses: readonly Sense[], things: readonly Thing[]): boolean {
  const deed = senses.some((other) => /^(verb|activity)$/.test(other.kind) && other.at === sense.at)
  const next = senses.find((other) => other.at === sense.end)
  // "A cat watches" is no row of watches.
  // "Un barcaiolo porta due turisti" brings them, and no door.
  if (deed && things.some((one) => isLiving(one) && one.sense.end === sense.at)) return true
  return deed && sense.text.endsWith('ing') && /^(a|an|the|his|her|their|two|three|some)$/.test(next?.text ?? '')
}

// A table of wood is no log.
function isMaterial({ sense, art }: Thing, senses: readonly Sense[]): boolean {
  const before = senses.find(({ end }) => end === sense.at)
  return /^(wood|rock|brick)$/.test(art) && /^(of|de|en|di|aus|van|из)$/.test(before?.text ?? '')
}

const flowersIn = (things: readonly Thing[]) =>
  things.filter(({ kind, art }) => kind === 'plant-flower' && !art.endsWith('bouquet'))

// Tulips, roses and daisies in a vase are a bouquet by themselves.
const isMixedBunch = ({ art }: Thing, things: readonly Thing[], senses: readonly Sense[]) =>
  art === 'bouquet' && flowersIn(things).length > 1 && senses.some(({ kind }) => kind === 'vessel')

// A bouquet of roses is one thing.
function isBunched({ sense, kind }: Thing, things: readonly Thing[]): boolean {
  const bunch = things.find(({ art }) => art === 'bouquet')
  if (flowersIn(things).length > 1) return false
  return kind === 'plant-flower' && bunch !== undefined && sense.at > bunch.sense.at && sense.at - bunch.sense.end <= 3
}

// A duck and her ducklings are one drawing and two things.
function again(senses: readonly Sense[], things: readonly Thing[]): Thing[] {
  return senses.flatMap((sense) => {
    const same = things.find((thing) => thing.art === sense.value)
    // A tabby kitten is one cat.
    const touching = same?.sense.end === sense.at || same?.sense.at === sense.end
    const apart =
      !touching &&
      same?.kind.startsWith('animal') &&
      same.sense.text !== sense.text &&
      isYoung(sense.text) !== isYoung(same.sense.text)
    return sense.kind === 'art' && apart ? thingOf(sense, sense.value) : []
  })
}

const FOOTWEAR = /boot|shoe|sandal|slipper/

// A boot that somebody is in is no boot that they wear, but boots are.
function isInside({ value, plural }: Sense, before: Sense | undefined): boolean {
  if (before?.kind !== 'rel' || before.value !== 'in') return false
  return isContainer(value) && !(plural && FOOTWEAR.test(value))
}
const emptied = (sense: Sense, senses: readonly Sense[]) =>
  sense.kind === 'look' && sense.value === 'hat' && isLeft(sense, senses) ? thingOf(sense, 'top-hat') : []

function propOf(sense: Sense, before: Sense | undefined): Thing[] {
  if (sense.kind === 'vessel' || sense.kind === 'support') return thingOf(sense, sense.value)
  if (sense.kind !== 'art' || sense.strength < 2) return []
  if (sense.value === 'table') return thingOf(sense, 'table')
  if (isInside(sense, before)) return thingOf(sense, sense.value)
  // A ring that is given is no ring that is worn.
  const handled = isDone(before, /^(give|hold|work|sew|mend)$/) && !WEARS.test(before?.text ?? '')
  return handled ? thingOf(sense, sense.value) : []
}

/** Whether a thing is one that people put on. */
export const isWearable = ({ kind, art }: Thing) => kind === 'clothing' || art === 'headphone'

const isFurniture = (one: Thing) => one.kind === 'household' && metresOf({ ...one, count: 1, scale: 'normal' }) > 0.8

const DESK = /desk|escritorio|bureau|schreibtisch|scrivania|escrivaninha|biurk|skrivbord/
const isServed = ({ kind, art }: Thing) =>
  kind === 'drink' || /hot-beverage|soup|stew|ramen|pot-of-food|curry|bowl/.test(art)
const isNear = (one: Sense, other: Sense) => Math.abs(one.at - other.end) <= 1 || Math.abs(other.at - one.end) <= 1

/** Everything that a prompt names and that can be drawn: its things, and what they are on, in and at, in its own order. */
export function entitiesOf(senses: readonly Sense[], things: readonly Thing[]): Thing[] {
  const named = [...things, ...again(senses, things)]
  const somebody = named.some(isLiving)
  const own = named
    .filter((thing) => !isDoing(thing, senses, named))
    .filter((thing) => !isBunched(thing, named) && !isMaterial(thing, senses))
    .filter((thing) => !isMixedBunch(thing, named, senses))
    .filter((thing) => !(somebody && isWearable(thing) && isWorn(thing, senses)))
    .flatMap(asTwo)
    .map((thing) => asSupport(thing, senses))
  const taken = (sense: Sense) => named.some((thing) => at(thing.sense)(sense))
  const spoken = senses.filter(({ kind }) => kind !== 'stop')
  // One red boot is mended: numbers and colours stand between the deed and the boot.
  const before = (i: number) => spoken.slice(0, i).findLast(({ kind }) => !/^(count|colour|size)$/.test(kind))
  const props = spoken.flatMap((sense, i) =>
    taken(sense) ? [] : [...emptied(sense, senses), ...propOf(sense, before(i))],
  )
  // A plate is a plate before it is a laid one; a cup of tea is drawn with its cup.
  const exact = props.toSorted((a, b) => Number(b.sense.kind === 'support') - Number(a.sense.kind === 'support'))
  const first = exact
    .filter((prop, i) => exact.findIndex((other) => at(prop.sense)(other.sense)) === i)
    .filter(
      ({ sense }) => sense.kind !== 'vessel' || !own.some((thing) => isServed(thing) && isNear(thing.sense, sense)),
    )
  // A desk is the whole scene, unless somebody sits at it or it is one piece of furniture among others.
  const people = own.some(({ kind }) => kind.startsWith('person'))
  const furnished = [...own, ...first].filter(isFurniture).length > 2
  const shown = first.filter(({ sense }) => people || furnished || !DESK.test(sense.text))
  return [...own, ...shown].sort((a, b) => a.sense.at - b.sense.at)
}

/** Whether an entity can do something by itself. */
export const acts = (thing: Thing): boolean => isLiving(thing)
