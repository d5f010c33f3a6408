import type { Spot } from '../../brief.ts'
import { drawingOf } from '../../art.ts'
import type { Marked } from '../find-marks.ts'
import type { Sense } from '../senses.ts'
import { isLiving, type Thing } from '../things.ts'

/** A word that means something named before: "the mushroom", "the bird" of a swallow, "the roof" of a house. */
export type Mention = { sense: Sense; entity: number; spot?: Spot }

// What says that one more is meant, and not the one before.
const ONE_MORE =
  /^(a|an|another|second|third|other|two|three|four|un|una|uno|une|ein|eine|einem|einen|einer|um|uma|otro|otra|autre|anderer|anderen|altro|altra|outro|outra|een|en|ett|другой|другая|ещё|inny|inna)$/
const DEFINITE =
  /^(the|this|that|its|his|her|their|el|la|los|las|le|les|der|die|das|dem|den|des|o|os|as|il|lo|gli|al|del|du|au|da|do|na|no|nel|nella|sul|sulla|de|het)$/

// A general word for somebody who was named more exactly.
const GENERAL: readonly [word: RegExp, meant: (thing: Thing) => boolean][] = [
  [/^(bird|pajaro|ave|oiseau|vogel|passaro|uccello)$/, ({ kind }) => kind === 'animal-bird'],
  [/^(boat|ship|vessel|barco|bateau|boot|schiff|barca|nave)$/, ({ kind }) => kind === 'transport-water'],
  [/^(tree|arbol|arbre|baum|arvore|albero)$/, ({ art }) => art.endsWith('tree')],
  [/^(car|vehicle|coche|voiture|auto|carro|macchina)$/, ({ art }) => /automobile|taxi|car$/.test(art)],
  [/^(fish|pez|poisson|fisch|peixe|pesce)$/, ({ kind, art }) => kind === 'animal-marine' && /fish|shark/.test(art)],
  [/^(house|building|casa|maison|haus)$/, ({ kind }) => kind === 'place-building'],
]

// A part of a thing that has no drawing of its own: who is on it is on the thing.
const PART =
  /^(rim|edge|brim|bow|stern|deck|prow|mast|handlebars?|saddle|seat|hood|bonnet|lid|handle|armrest|backrest|wing|front)$/
const OF = /^(of|de|del|du|des|von|van|di|della|da|do)$/
const ROOF =
  /^(крыш[а-я]*|roof|rooftop|chimney|tejado|toit|dach|telhado|tetto|chimenea|cheminee|schornstein|chamine|camino)$/
const hasRoof = ({ kind, art }: Thing) => /^(place-(building|religious)|transport-ground)/.test(kind) || art === 'barn'

const isVehicle = ({ kind, art }: Thing) => kind.startsWith('transport') || /^(horse|donkey|camel)$/.test(art)

type Reading = Pick<Marked, 'tokens'> & { senses: readonly Sense[] }

const before = ({ tokens }: Reading, { at }: Sense) => [tokens[at - 1]?.text ?? '', tokens[at - 2]?.text ?? '']
const isOneMore = (reading: Reading, sense: Sense) => before(reading, sense).some((text) => ONE_MORE.test(text))
const isDefinite = (reading: Reading, sense: Sense) => before(reading, sense).some((text) => DEFINITE.test(text))

// "The bag" of a paper bag, "the chair" of a wheelchair; an apple is no pineapple, and a horse no seahorse.
function isShortFor(word: string, { sense, kind }: Thing): boolean {
  if (sense.text.endsWith(` ${word}`)) return true
  return (
    word.length > 3 && sense.text !== word && sense.text.endsWith(word) && !/^(animal|person|food|plant)/.test(kind)
  )
}

function generally(thing: Thing, earlier: readonly Thing[]): Thing | undefined {
  const short = earlier.findLast((one) => isShortFor(thing.sense.text, one))
  if (short) return short
  const [, meant] = GENERAL.find(([word]) => word.test(thing.sense.text)) ?? []
  return meant && earlier.findLast(meant)
}

// Which earlier thing an entity is once more, if it is.
function sameAs(reading: Reading, thing: Thing, earlier: readonly Thing[], all: readonly Thing[]): Thing | undefined {
  if (isOneMore(reading, thing.sense) && !isDefinite(reading, thing.sense)) return undefined
  if (thing.art === 'roof') return earlier.findLast(hasRoof) ?? all.find(hasRoof)
  // The basket of a balloon is part of it.
  const balloon = thing.art === 'basket' ? earlier.find(({ art }) => art === 'hot-air-balloon') : undefined
  if (balloon && isDefinite(reading, thing.sense)) return balloon
  // The saddle of a bicycle that was named is a place on it.
  const ridden = thing.art === 'saddle' ? earlier.findLast(isVehicle) : undefined
  if (ridden && isDefinite(reading, thing.sense)) return ridden
  const same = isLiving(thing) ? undefined : earlier.find(({ art }) => art === thing.art)
  return same ?? (isDefinite(reading, thing.sense) ? generally(thing, earlier) : undefined)
}

const overlaps = (a: Sense, b: Sense) => a.at < b.end && b.at < a.end

const OF_VEHICLES = /^(handlebars?|saddle|seat|hood|bonnet|bow|stern|deck|prow|mast|wing)$/

// Whose the part is: a roof of whatever has one, handlebars of what is ridden, anything else of what was named last.
function ownerOf({ at, text, roof }: { at: number; text: string; roof: boolean }, entities: readonly Thing[]) {
  const before = entities.filter(({ sense }) => sense.end <= at)
  const earlier = before.filter((one) => !isLiving(one))
  if (roof) return earlier.findLast(hasRoof) ?? entities.find(hasRoof)
  // Only what is ridden has a front that carries something.
  if (text === 'front') return before.findLast(isVehicle)
  return (OF_VEHICLES.test(text) ? before.findLast(isVehicle) : undefined) ?? earlier.at(-1)
}

// Words that have no entity of their own, because the thing was named before.
function unnamed(reading: Reading, entities: readonly Thing[]): { sense: Sense; thing: Thing; spot?: Spot }[] {
  const isFree = (sense: Sense) => !entities.some((thing) => overlaps(thing.sense, sense))
  const named = reading.senses.flatMap((sense) => {
    if (!/^(art|support|vessel)$/.test(sense.kind) || sense.strength < 2 || !isFree(sense)) return []
    const art = drawingOf(sense.value)?.id
    const thing = entities.find((one) => one.art === art && one.sense.at < sense.at)
    return thing ? [{ sense, thing }] : []
  })
  const parts = reading.tokens.flatMap(({ text, clause }, at) => {
    const sense = { at, end: at + 1, clause, text, kind: 'part', value: text, strength: 3, plural: false } as Sense
    const roof = ROOF.test(text)
    if ((!roof && !PART.test(text)) || !isFree(sense)) return []
    // "On the edge of a bathtub": whose it is comes next.
    if (!roof && OF.test(reading.tokens[at + 1]?.text ?? '')) return []
    // There are no articles in Russian.
    if (!isDefinite(reading, sense) && !/^[а-я]/.test(text)) return []
    const thing = ownerOf({ at, text, roof }, entities)
    return thing ? [{ sense, thing, ...(roof && { spot: 'roof' as const }) }] : []
  })
  return [...named, ...parts.filter(({ sense }) => !named.some((one) => overlaps(one.sense, sense)))]
}

const ANOTHER =
  /^(another|second|third|other|otro|otra|segundo|segunda|zweite|zweiter|autre|deuxieme|altro|altra|outro|outra)$/

// "A second cat under the chair" is one more.
function others(reading: Reading, named: readonly Thing[]): Thing[] {
  return reading.senses.flatMap((sense): Thing[] => {
    const free = sense.kind === 'art' && sense.strength > 1 && !named.some((thing) => overlaps(thing.sense, sense))
    const first = free ? named.find(({ art }) => art === drawingOf(sense.value)?.id) : undefined
    const more = before(reading, sense).some((text) => ANOTHER.test(text))
    return first && isLiving(first) && more ? [{ ...first, sense }] : []
  })
}

/** Each thing once, and the words that mean it again. */
export function withMentions(reading: Reading, named: readonly Thing[]): { entities: Thing[]; mentions: Mention[] } {
  const all = [...named, ...others(reading, named)].sort((a, b) => a.sense.at - b.sense.at)
  const entities: Thing[] = []
  const again: { sense: Sense; thing: Thing; spot?: Spot }[] = []
  for (const thing of all) {
    const same = sameAs(reading, thing, entities, all)
    if (!same) entities.push(thing)
    else again.push({ sense: thing.sense, thing: same, ...(thing.art === 'roof' && { spot: 'roof' as const }) })
  }
  const more = unnamed(reading, all)
  const mentions = [...again, ...more].map(({ sense, thing, spot }): Mention => {
    const first = again.find((one) => one.sense === thing.sense)?.thing ?? thing
    return { sense, entity: entities.indexOf(first), ...(spot && { spot }) }
  })
  return { entities, mentions: mentions.filter(({ entity }) => entity >= 0) }
}
