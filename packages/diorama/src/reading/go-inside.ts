import { archetypeOfPlace } from '../places.ts'
import type { Marked } from './find-marks.ts'
import type { Sense } from './senses.ts'

// Buildings and vehicles that one can be in, and the room that one is in then.
const ROOMS: [pattern: RegExp, place: string][] = [
  [/^(church|cathedral|bell-tower)$/, 'church-nave'],
  [/^(hindu-temple|shinto-shrine|japanese-castle|asian-temple|pagoda)$/, 'temple-hall'],
  [/^(castle|palace|city-wall|castle-gate)$/, 'castle-hall'],
  [/^hospital$/, 'hospital-ward'],
  [/^school$/, 'classroom'],
  [/^(hotel|love-hotel)$/, 'ballroom'],
  [/^(bank|office-building|post-office|skyscraper)$/, 'office'],
  [/^(convenience-store|department-store)$/, 'shop'],
  [/^factory$/, 'factory'],
  [/^mosque$/, 'mosque-hall'],
  [/^synagogue$/, 'synagogue-hall'],
  [/^observatory$/, 'observatory-dome'],
  [/^submarine$/, 'submarine-inside'],
  [/^(bus|trolleybus|double-decker-bus|school-bus)$/, 'bus-inside'],
  [/^barn$/, 'barn'],
  [/^classical-building$/, 'museum'],
  [/^(train|metro|railway-car|high-speed-train|bullet-train|tram-car|tram|station|light-rail)$/, 'train-car'],
  [/^(rocket|flying-saucer|satellite|space-shuttle|spaceship|space-station)$/, 'cockpit'],
  [/^stadium$/, 'stadium'],
  [/^circus-tent$/, 'stage'],
  [/^(tokyo-tower|lighthouse|windmill)$/, 'attic'],
  [/^glasshouse$/, 'greenhouse'],
  [/^log-shed$/, 'workshop'],
  [/^(cabin|hut)$/, 'log-cabin'],
  [/^tunnel$/, 'tunnel-inside'],
  [/^(house|house-with-garden|mansion|modern-villa|half-timbered-house|stilt-house)$/, 'room'],
]

const TEMPLE = /templ|tempel|tempio|храм|寺|庙|廟|사원|معبد|मंदिर|मन्दिर|tapinak|swiatyn|kuil|chùa|đền/
const BARN =
  /barn|granero|grange|scheune|celeiro|fienile|granaio|сара|амбар|谷仓|納屋|헛간|ahir|lumbung|schuur|stodo|^lada/
const STABLE =
  /stable|establo|caballeriza|écurie|ecurie|stall|estábulo|estabulo|stalla|scuderia|конюшн|马厩|馬小屋|마구간|اسطبل|إسطبل|अस्तबल/
const HAUNTED =
  /haunt|spook|gruselhaus|geisterhaus|spukhaus|embrujad|hantée|assombrad|infestat|призрак|鬼屋|お化け屋敷|귀신/
const BOARDED = /^(train-car|bus-inside|submarine-inside|cockpit)$/

/** The room that a building or a vehicle has. A temple is drawn as a museum is, and a barn as a hut: only the word tells which. */
export function roomOf({ value, text }: Sense): string | undefined {
  if (value === 'classical-building' && TEMPLE.test(text)) return 'temple-hall'
  if (value === 'barn' && STABLE.test(text)) return 'stable'
  if (value === 'hut' && BARN.test(text)) return 'barn'
  if (/house|mansion/.test(value) && HAUNTED.test(text)) return 'haunted-room'
  return ROOMS.find(([pattern]) => pattern.test(value))?.[1]
}

const isIndoors = ({ kind, value }: Sense) => kind === 'place' && archetypeOfPlace(value) === 'room'
const isSmall = ({ kind }: Sense) => /^(stop|colour|size|count|look|style|mood)$/.test(kind)
const OF = /^(of|de|des|du|der|des|von|di|del|della|do|da|van|z|av|em|in)$/

// The first word to one side that says something; articles and adjectives say nothing here.
function neighbour(senses: readonly Sense[], at: number, step: 1 | -1): Sense | undefined {
  const here = senses[at]
  for (let i = at + step; senses[i]; i += step) {
    const other = senses[i]
    if (!other || !here || other.clause !== here.clause || Math.abs(other.at - here.at) > 5) return undefined
    if (!isSmall(other) && (other.at !== here.at || other.kind === 'rel')) return other
  }
  return undefined
}

const lettersFrom = (tokens: Marked['tokens'], from: number) =>
  tokens
    .slice(from, from + 5)
    .map(({ text }) => text)
    .join('')

// "À l'hôpital", "allo stadio": one is in it. What one goes to by these words has a word of going before it.
const AT_IT: Readonly<Record<string, RegExp>> = { fr: / (a l[ae]?|au)$/, it: / (al|allo|alla|all)$/ }

const wordsBefore = (tokens: Marked['tokens'], at: number) =>
  tokens
    .slice(Math.max(0, at - 2), at)
    .map(({ text }) => ` ${text}`)
    .join('')

// Japanese, Chinese and Turkish say where by a particle or an ending that no table lists, since alone it means nothing.
function isWhere({ at, end }: Sense, { tokens, language }: Marked): boolean {
  if (language === 'ja') return tokens[end]?.text === 'で'
  // 在摩天大楼的天线上: on what is outside of it.
  if (language === 'zh')
    return (
      tokens[at - 1]?.text === '在' &&
      !/^(的[^里内中]{1,3}[上顶]|的?(门|前|外|旁|边|后|附近|顶))/.test(lettersFrom(tokens, end))
    )
  if (AT_IT[language]?.test(wordsBefore(tokens, at))) return true
  return language === 'tr' && /.{3}[dt][ae]$/.test(tokens[end - 1]?.text ?? '')
}

function isEntered(senses: readonly Sense[], at: number, room: string): boolean {
  const before = neighbour(senses, at, -1)
  const after = neighbour(senses, at, 1)
  const sense = senses[at]
  const close = after !== undefined && sense !== undefined && after.at - sense.end <= 1
  // One is on a train and on a space station, and yet in it; on a rocket one rides.
  const aboard = before?.value === 'on' && BOARDED.test(room) && sense?.value !== 'rocket'
  return (
    (before?.kind === 'rel' && (before.value === 'in' || aboard)) ||
    (close && after.kind === 'post' && after.value === 'in')
  )
}

// Rooms with a front to the street: before them, one is outside, and sees what they show in their window.
const FRONTS: Readonly<Record<string, string>> = {
  bakery: 'bread-shop',
  'flower-shop': 'bloom-shop',
  greenhouse: 'bloom-shop',
  library: 'book-shop',
  cafe: 'cup-shop',
  restaurant: 'cup-shop',
  'sushi-bar': 'cup-shop',
  pizzeria: 'cup-shop',
  bar: 'bottle-shop',
  boutique: 'dress-shop',
  supermarket: 'fruit-shop',
  'toy-shop': 'toy-front',
  shop: 'plain-shop',
  pharmacy: 'plain-shop',
  barber: 'plain-shop',
  'hair-salon': 'plain-shop',
  museum: 'street',
  cinema: 'street',
  station: 'street',
  garage: 'street',
}
const OUT = /^(outside|fuori|fuera|fora|dehors|draussen|ausserhalb|buiten|utanfor)$/
const OUTSIDE = /^(outside|outside of|devant|fuori da|fuera de|vor)$/

function isBefore(senses: readonly Sense[], at: number, { tokens }: Marked): boolean {
  const before = neighbour(senses, at, -1)
  const after = neighbour(senses, at, 1)
  const sense = senses[at]
  const close = after !== undefined && sense !== undefined && after.at - sense.end <= 1
  // A shop mirror is in the shop.
  if (senses.some(({ kind, at: next }) => kind === 'art' && next === sense?.end)) return false
  const outside = tokens.slice(Math.max(0, (sense?.at ?? 0) - 3), sense?.at).some(({ text }) => OUT.test(text))
  const ahead = outside || (before?.kind === 'rel' && (before.value === 'in-front-of' || OUTSIDE.test(before.text)))
  return ahead || (close && after.kind === 'post' && after.value === 'in-front-of')
}

// The kitchen of a castle and a school kitchen are kitchens: the house around a room is not in the picture.
function isAroundARoom(senses: readonly Sense[], at: number): 'named' | 'unnamed' | undefined {
  const sense = senses[at]
  const after = senses.find((other) => other.at === sense?.end && other.kind === 'place')
  const before = neighbour(senses, at, -1)
  const between = senses.filter(({ at: from, end }) => before && sense && from >= before.end && end <= sense.at)
  const joined = between.some(({ text }) => OF.test(text.split(' ')[0] ?? ''))
  const room = after && isIndoors(after) ? after : before && isIndoors(before) && joined ? before : undefined
  return room && (room.value === 'room' ? 'unnamed' : 'named')
}

// Trains leave a tunnel that is seen from outside; people are in one.
const isThing = ({ kind, value }: Sense, senses: readonly Sense[]) =>
  kind === 'art' ||
  (value === 'tunnel' && !senses.some((other) => /train|railway|car$|^automobile|^bus/.test(other.value)))

type Known = { senses: readonly Sense[]; marked: Marked }

function roomAround(sense: Sense, at: number, room: string, { senses, marked }: Known): Sense[] {
  const around = isAroundARoom(senses, at)
  if (around === 'named') return []
  const where = isWhere(sense, marked) && neighbour(senses, at, 1)?.kind !== 'post'
  return around || where || isEntered(senses, at, room) ? [{ ...sense, kind: 'place', value: room }] : [sense]
}

// Before the oven of a bakery one is in it.
const OVEN = /oven|ofen$|^forno|^four|^horno/

const frontOf = ({ kind, value, text }: Sense) =>
  kind === 'place' && Object.hasOwn(FRONTS, value) && !OVEN.test(text) ? FRONTS[value] : undefined

// The room of a building by who lives there and by what leads up in it.
function roomFor(sense: Sense, { stairs, magic }: { stairs: boolean; magic: boolean }): string | undefined {
  if (stairs && sense.value === 'stone-tower') return 'castle-hall'
  const room = roomOf(sense)
  return room && magic && /^(room|log-cabin)$/.test(room) ? 'witch-hut' : room
}

// A Paris café and a London pub are rooms: the town says where they are, and is not seen.
const isTownOfRoom = ({ kind, value, end }: Sense, senses: readonly Sense[]) =>
  kind === 'place' &&
  /^(city|street)$/.test(archetypeOfPlace(value) ?? '') &&
  senses.some((next) => next.at === end && isIndoors(next))

/**
 * Who is in a church sees its nave, not its towers: a building that somebody is in becomes the room that it has, and the
 * building around a named room goes. A building that stands somewhere stays what it is.
 */
export function goInside(senses: readonly Sense[], marked: Marked): Sense[] {
  // What flies, drives or is in space is seen from outside.
  const outside = senses.some(({ kind, value }) => kind === 'place' && (value === 'space' || value === 'sky'))
  // Stairs in a tower are seen from within.
  const stairs = senses.some(({ kind, value }) => kind === 'support' && value.endsWith('staircase'))
  // Who works magic lives among potions.
  const magic = senses.some(({ kind, value }) => kind === 'art' && /(^|-)mage/.test(value))
  const inside = senses.flatMap((sense, at) => {
    if (isTownOfRoom(sense, senses)) return []
    const front = frontOf(sense)
    if (front !== undefined && isBefore(senses, at, marked)) return [{ ...sense, value: front }]
    const room = isThing(sense, senses) && !sense.plural ? roomFor(sense, { stairs, magic }) : undefined
    return !room || (outside && room === 'cockpit') ? [sense] : roomAround(sense, at, room, { senses, marked })
  })
  // On a rooftop the scene itself is the roof.
  const high = inside.some(({ kind, value }) => kind === 'place' && value === 'rooftop')
  return high ? inside.filter(({ kind, value }) => kind !== 'support' || value !== 'roof') : inside
}
