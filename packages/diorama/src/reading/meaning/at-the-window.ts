import { drawingOf } from '../../art.ts'
import type { Brief } from '../../brief.ts'
import { archetypeOfPlace } from '../../places.ts'
import type { Marked } from '../find-marks.ts'
import { isRaised } from '../../staging/raised-ground.ts'
import { roomOf } from '../go-inside.ts'
import type { Sense } from '../senses.ts'
import { mainPlace } from './main-place.ts'

const WINDOW =
  /^(windows?|porthole|ventanas?|ventanilla|fenetres?|hublot|fenster|zugfenster|janelas?|finestra|finestrino|окн[оаеу]|окном|иллюминатор\S*|raam|okno|okna|oknie|fonster|fonstret|pencere\S*|jendela|نافذة|النافذة)$/
// What is said before a window by whoever is at it; a house with a window in it is seen from outside.
const AT =
  /^(out|through|at|by|near|from|beside|next|against|behind|aus|am|durch|vor|hinter|por|desde|junto|par|pres|devant|derriere|pela|da|dalla|dal|davanti|fuori|alla|из|в|у|через|uit|door|przez|przy|z|genom|vid|ut|dari|lewat)$/
// Scripts without gaps between words are searched as they are.
const GLUED =
  /窓(から|越し|辺|際|の外|に|で)|車窓|窗(边|邊|前|外|口|户前|户旁|户边)|창(가|밖|문으로|문 밖|문에서|문 앞|문 너머)|खिड़की (से|के)/
const GLASS = /窓|窗|창|खिड़की/
const isAlive = ({ kind, value }: Sense) =>
  kind === 'art' && /^(person|animal|face|family)/.test(drawingOf(value)?.kind ?? '')

function windowIn({ tokens }: Marked): number {
  const glued = GLUED.test(tokens.map(({ raw }) => raw).join('')) || GLUED.test(tokens.map(({ raw }) => raw).join(' '))
  return tokens.findIndex(({ text, raw }, at) => {
    if (glued && GLASS.test(raw)) return true
    const before = tokens.slice(Math.max(0, at - 4), at)
    return WINDOW.test(text) && before.some((word) => AT.test(word.text))
  })
}

// Whoever is on a windowsill is at the window too.
function windowOf(senses: readonly Sense[], marked: Marked): number {
  const sill = senses.find(({ kind, value }) => kind === 'support' && value === 'windowsill')
  return sill?.at ?? windowIn(marked)
}

const CAR =
  /^(automobile|vintage-car|sports-car|convertible|taxi|oncoming-taxi|oncoming-automobile|sport-utility-vehicle|delivery-truck|camper-van|pickup-truck)$/
const CABIN = /^(airplane|small-airplane|airplane-.*|helicopter|airliner)$/

function withinOf(sense: Sense): string | undefined {
  if (sense.kind !== 'art') return undefined
  return CABIN.test(sense.value) ? 'plane-cabin' : roomOf(sense)
}

const isRoom = ({ kind, value }: Sense) => kind === 'place' && archetypeOfPlace(value) === 'room'

// "A village in the snow, …, warm light from the windows": a phrase with nobody in it, of a scene that is out of doors.
function isLitWindow(senses: readonly Sense[], marked: Marked, clause: number | undefined): boolean {
  const main = mainPlace(senses, marked)
  const outside = main !== undefined && !isRoom(main) && main.clause !== clause
  return outside && !senses.some((sense) => sense.clause === clause && isAlive(sense))
}

const OPEN_AIR = /^(street|city)$/
const SEEN = /^(seen|view|looking|looks|vistas?|vistos?|visti|viste|vue?s?|blick|gesehen)$/

// "An alley with …, a lady at her window", "laundry from window to window": a scene in a street sees its windows from there.
// What is named after the window is looked at from within.
function isOfStreet(senses: readonly Sense[], window: number, { tokens }: Marked): boolean {
  if (tokens.slice(Math.max(0, window - 4), window).some(({ text }) => SEEN.test(text))) return false
  const [first] = senses.filter(({ kind, value }) => kind === 'place' && archetypeOfPlace(value) !== undefined)
  return first !== undefined && first.at < window && OPEN_AIR.test(archetypeOfPlace(first.value) ?? '')
}

/**
 * Who looks out of a window is inside: of a train in its carriage, of a castle in its hall, of nothing in a room. What is
 * outside stays named, and is seen through the glass.
 */
export function atTheWindow(senses: readonly Sense[], named: readonly Sense[], marked: Marked): Sense[] {
  const at = windowOf(senses, marked)
  if (at < 0 || !senses.some(isAlive)) return [...senses]
  const clause = marked.tokens[at]?.clause
  if (isLitWindow(senses, marked, clause) || isOfStreet(senses, at, marked)) return [...senses]
  const near = (sense: Sense) => sense.clause === clause && Math.abs(sense.at - at) <= 5
  // There is no room in a car: it is seen from outside, with whoever looks out beside it.
  const car = named.find((sense) => near(sense) && sense.kind === 'art' && CAR.test(sense.value))
  if (car) return senses.includes(car) ? [...senses] : [...senses, car].toSorted((a, b) => a.at - b.at)
  // Of a castle window only the window is left among the things; the castle is still what it belongs to.
  const around = named.filter((sense) => near(sense) && archetypeOfPlace(withinOf(sense) ?? '') === 'room')
  // The mountain that is looked at is far away, whatever the preposition says.
  const isOutside = ({ kind, value }: Sense) => kind === 'support' && isRaised(value)
  const inside = senses.filter(
    (sense) => !isOutside(sense) && !around.some((one) => one.at === sense.at && sense.kind === 'art'),
  )
  if (around.length === 0 && inside.some(isRoom)) return inside
  const text = marked.tokens[at]?.text ?? ''
  const here = { at, end: at + 1, clause: clause ?? 0, text, strength: 3, plural: false } as Sense
  const rooms = around.map((sense): Sense => ({ ...here, kind: 'place', value: withinOf(sense) ?? 'room' }))
  const all = rooms.length > 0 ? rooms : [{ ...here, kind: 'place', value: 'room' }]
  return [...inside, ...all].toSorted((a, b) => a.at - b.at)
}

const LOOKS =
  /\b(look|gaz|star|peer|watch|observ|osserv|beobacht|schau|blick|mira|regard|guard|olh|смотр|гляд|наблюда|patrz|kijk|tittar)|見|眺|看|望|바라|본다|보는/

/** Whether somebody inside looks out, and so turns away from us. */
export function looksOut(prompt: string, places: readonly string[], senses: readonly Sense[], marked: Marked): boolean {
  const isInside = places.some((place) => archetypeOfPlace(place) === 'room')
  const at = windowOf(senses, marked)
  if (!isInside || at < 0 || !LOOKS.test(prompt.toLowerCase())) return false
  // A grandmother baking, and a cat that looks in at the window: who is told of first does not turn away for that.
  const beings = senses.filter(isAlive)
  const there = beings.filter(({ clause }) => clause === marked.tokens[at]?.clause)
  return there.length === 0 || there[0] === beings[0]
}

/** Of the places of a prompt those that the scene itself is in: what is named beyond a window is only seen from there. */
export function behindTheGlass(places: readonly string[], senses: readonly Sense[], marked: Marked): string[] {
  const rooms = places.filter((place) => archetypeOfPlace(place) === 'room')
  return rooms.length > 0 && windowOf(senses, marked) >= 0 ? rooms : [...places]
}

/** Whoever looks out is seen from behind. */
export const turnedAway = ({ framing }: Pick<Brief, 'framing'>): Pick<Brief, 'framing' | 'atWindow'> => ({
  framing: { ...framing, behind: true },
  atWindow: true,
})
