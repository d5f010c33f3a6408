import type { Marked } from '../find-marks.ts'
import { headComesFirst, type Sense } from '../senses.ts'
import { asColour } from './colour-words.ts'
import { looksLike } from './looks-like.ts'
import {
  asPetals,
  asSideView,
  bedding,
  effectOn,
  fieldOf,
  isFromLight,
  isWhereSomebodyIs,
  ofPose,
  onCloth,
} from './effects.ts'
import { asVerb, deeds, fields, measures, specks, traces } from './figures-of-speech.ts'
import {
  asKitchenIsland,
  caravan,
  fitted,
  flowersThere,
  glassOf,
  growsThere,
  knownBy,
  mealOf,
  meadowsOf,
  placeOfLight,
  wares,
} from './in-a-list.ts'
import { ofTheScene, sceneOf, snowOnPeaks } from './scene-words.ts'
import { isOnSomething } from './formats-on-things.ts'
import { forWhom, noField, ofTags, outsideWindow, ownerOfPlace, pictured, roomBeforeRoom } from './list-tags.ts'
import { mannerTag, ofSomebody, pictureFor } from './manner-tags.ts'
import { ofCompound, ofLight, PART_OF_BODY, toyOf } from './of-compound.ts'
import { asMeantHere, noThing, ofGlass } from './other-senses.ts'
import { partOf } from './part-of.ts'
import { clients, purposes } from './purposes.ts'
import { kindOf, lives, SAID, type Context, type Rule, type Verdict } from './said-of.ts'
import { earthSeen, toSky, worlds } from './sky-words.ts'
import { furnitureStuffs } from './stuffs.ts'

/** Kinds of nouns that bring a thing into the picture, or something to stand on. */
export const DRAWN = /^(art|vessel|support|idea)$/
// Those, or a place, or a weather.
const SHAPED = /^(art|vessel|support|idea|place|home|sky|weather|particles)$/

const RULES: readonly [kinds: RegExp, rule: Rule][] = [
  [SHAPED, looksLike],
  [SHAPED, measures],
  [SHAPED, noThing],
  [DRAWN, ofGlass],
  [DRAWN, ofCompound],
  [DRAWN, ofLight],
  [DRAWN, toyOf],
  [DRAWN, ofTags],
  [SHAPED, mannerTag],
  [DRAWN, effectOn],
  [DRAWN, ofPose],
  [/^art$/, onCloth],
  [/^art$/, bedding],
  [/^art$/, fieldOf],
  [/^art$/, mealOf],
  [/^art$/, wares],
  [/^vessel$/, glassOf],
  [/^art$/, caravan],
  [DRAWN, fitted],
  [DRAWN, knownBy],
  [/^place$/, placeOfLight],
  [/^art$/, growsThere],
  [/^art$/, flowersThere],
  [SHAPED, pictureFor],
  [/^art$/, ofSomebody],
  [/^art$/, forWhom],
  [/^art$/, ownerOfPlace],
  [/^art$/, outsideWindow],
  [/^art$/, pictured],
  [/^place$/, noField],
  [/^place$/, roomBeforeRoom],
  [DRAWN, traces],
  [DRAWN, specks],
  [DRAWN, ofTheScene],
  [/^weather$/, snowOnPeaks],
  [DRAWN, worlds],
  [DRAWN, deeds],
  [DRAWN, purposes],
  [/^(place|home)$/, clients],
  [/^(art|support|place|home)$/, partOf],
]

function verdictOn(sense: Sense, context: Context): Verdict {
  const found = RULES.flatMap(([kinds, rule]) => (kinds.test(sense.kind) ? (rule(sense, context) ?? []) : []))
  return found.includes('surely') ? 'surely' : found[0]
}

const isThing = ({ kind, strength }: Sense) => /^(art|vessel)$/.test(kind) && strength > 1

// A camel caravan is many camels, as a toy ship is a ship, the eye of a cat is a cat's, and who is doing something is there.
function isShownBy(next: Sense, sense: Sense, context: Context): boolean {
  if (next.text.endsWith('ing') || (lives(sense) && PART_OF_BODY.test(next.value))) return true
  return (toyOf(next, context) ?? caravan(next, context)) !== undefined
}

// The egg of egg shell white goes with the shell: what is said of a noun that is said of another is said of that one too.
function withTheirs(said: ReadonlySet<number>, context: Context): Set<number> {
  const { senses, language } = context
  const all = new Set(said)
  if (headComesFirst(language)) return all
  for (const sense of senses.toReversed()) {
    if (!DRAWN.test(sense.kind) || sense.plural || kindOf(sense).startsWith('person')) continue
    const next = senses.find(({ at, clause }) => at === sense.end && clause === sense.clause)
    if (next && all.has(next.at) && !isShownBy(next, sense, context)) all.add(sense.at)
  }
  return all
}

function asSaid(sense: Sense, context: Context): Sense {
  const verb = asVerb(sense, context)
  const isNoView = isFromLight(sense, context) || isWhereSomebodyIs(sense, context)
  if (isOnSomething(sense, context) || isNoView) return { ...sense, kind: 'stop', value: 'yes' }
  const meant = asSideView(asPetals(asKitchenIsland(asMeantHere(sense, context), context), context), context)
  if (verb === undefined) return toSky(asColour(meant, context), context)
  return verb === '' ? { ...sense, kind: 'stop', value: 'yes' } : { ...sense, kind: 'verb', value: verb }
}

// Things that are left out, and not only said of another.
const LEFT_OUT: readonly Rule[] = [bedding, fieldOf, onCloth, fitted]

function asSmallWord(sense: Sense, context: Context): Sense {
  const leftOut = sense.kind === 'art' && LEFT_OUT.some((rule) => rule(sense, context) !== undefined)
  return { ...sense, kind: 'stop', value: SAID, ...(leftOut && { leftOut }) }
}

// Where every noun seems to be said of another, one is drawn: the last of the first phrase, since that is its head.
function lastLikely(senses: readonly Sense[], verdicts: ReadonlyMap<Sense, Verdict>): Sense | undefined {
  const likely = senses.filter((sense) => isThing(sense) && verdicts.get(sense) === 'likely')
  return likely.findLast(({ clause }) => clause === likely[0]?.clause)
}

/**
 * Of all that was understood, only what is asked for: nouns that are said of another noun, as its material, its likeness, its
 * part or its light, become small words. What is only likely to be said of another stays where nothing else would be drawn.
 */
export function askedFor(understood: readonly Sense[], marked: Marked): Sense[] {
  const furnished = furnitureStuffs({ ...marked, senses: understood })
  const senses = furnished.map((sense) => asSaid(sense, { ...marked, senses: furnished }))
  const context: Context = { ...marked, senses }
  const verdicts = new Map(senses.map((sense) => [sense, verdictOn(sense, context)]))
  const others = senses.some((sense) => isThing(sense) && verdicts.get(sense) === undefined)
  const left = others ? undefined : lastLikely(senses, verdicts)
  const isSaid = (sense: Sense) =>
    verdicts.get(sense) === 'surely' || (verdicts.get(sense) === 'likely' && sense.at !== left?.at)
  const said = withTheirs(new Set(senses.filter(isSaid).map(({ at }) => at)), context)
  const asked = senses.map((sense) =>
    said.has(sense.at) && SHAPED.test(sense.kind) ? asSmallWord(sense, context) : sense,
  )
  return [
    ...fields(senses),
    ...sceneOf(senses, context),
    ...meadowsOf(senses, context),
    ...earthSeen(senses, context),
    ...asked,
  ].sort((a, b) => a.at - b.at)
}
