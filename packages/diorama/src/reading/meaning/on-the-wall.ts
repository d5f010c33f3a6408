import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import { archetypeOfPlace } from '../../places.ts'
import type { Marked } from '../find-marks.ts'
import type { Sense } from '../senses.ts'

const WALL =
  /^(walls?|wand|wande|wanden|pared|paredes|mur|murs|parede|parete|pareti|muro|стене|стенах|muur|muren|scianie|scianach|vagg|vaggen|vaggarna|duvarda|duvardaki|dinding|tuong)$/
const ON = /^(on|along|an|am|en|sur|au|aux|na|nas|no|sulla|sulle|alla|alle|in|на|aan|op|pa|di|tren|the|her|his|over)$/
const GLUED = /墙上|牆上|壁に|壁の|壁に掛|벽에|벽의|दीवार पर/
const OVER = /^(above|over|uber|sobre|encima|dessus|sopra|acima|над|boven|nad|ovanfor)$/
const FURNITURE =
  /^(bed|sofa|couch|fireplace|mantelpiece|desk|fireplace|bett|sofa|kamin|schreibtisch|cama|chimenea|lit|cheminee|canape|letto|camino|divano|кроватью|диваном|камином|bank|lozkiem)$/

// Said of nothing else here than of what hangs: words that alone are small, a style, or no thing.
const HANGINGS: readonly [RegExp, string][] = [
  [
    /^(paintings?|pictures?|portraits?|photos?|photographs?|drawings?|bild|bilder|gemalde|fotos?|cuadros?|pinturas?|tableaux?|quadr[io]|dipint[io]|картин[аы]|фотографи[ия]|obraz|obrazy|schilderij|schilderijen|tavlor|tavla|绘画|画|絵|그림)$/,
    'framed-picture',
  ],
  [
    /^(posters?|plakate?|affiches?|cartel|carteles|posteres|manifest[io]|плакаты?|постеры?|plakat|plakaty|海报|ポスター|포스터)$/,
    'wall-poster',
  ],
]
const SHOWN_AS: Readonly<Record<string, string>> = { 'mantelpiece-clock': 'wall-clock', 'alarm-clock': 'wall-clock' }
// Stands or lives, and hangs on no wall.
const HEAVY =
  /^(bed|sofa|couch-and-lamp|table|chair|armchair|fireplace|bookcase|wardrobe|stove|refrigerator|windowsill|stone-wall|ladder|window|door)$/

type Hung = { senses: Sense[]; hung: Subject[] }
type Thing = { at: number; art: string; plural: boolean; sense?: Sense }

function thingsIn(senses: readonly Sense[], { tokens }: Marked): Thing[] {
  const named = tokens.flatMap(({ text }, at): Thing[] => {
    const art = HANGINGS.find(([word]) => word.test(text))?.[1]
    return art ? [{ at, art, plural: /(s|x|er|en|i|ы|и|y|posteres|plakate)$/.test(text) }] : []
  })
  const things = senses.flatMap((sense): Thing[] => {
    const { kind } = drawingOf(sense.value) ?? {}
    const light = sense.kind === 'art' && sense.strength > 1 && !HEAVY.test(sense.value)
    if (
      !light ||
      !/^(household|time|musical-instrument|tool|event|clothing|light|sport|other-object|arts|book|music)/.test(
        kind ?? '',
      )
    )
      return []
    return [{ at: sense.at, art: SHOWN_AS[sense.value] ?? sense.value, plural: sense.plural, sense }]
  })
  return [...named.filter(({ at }) => !things.some((one) => one.at === at)), ...things].toSorted((a, b) => a.at - b.at)
}

// Where the words for a wall begin, with the preposition before them.
function wallsIn({ tokens }: Marked): number[] {
  const text = (at: number) => tokens[at]?.text ?? ''
  return tokens.flatMap(({ clause }, at): number[] => {
    const same = [1, 2, 3].filter((back) => tokens[at - back]?.clause === clause)
    const near = (word: RegExp) => same.find((back) => word.test(text(at - back)))
    const over = FURNITURE.test(text(at)) ? near(OVER) : undefined
    const on = WALL.test(text(at)) ? near(ON) : undefined
    const back = over ?? on
    return back === undefined ? [] : [at - back]
  })
}

const isOutside = ({ kind, value }: Sense) =>
  kind === 'place' && !/^(room|sky|studio|desk|tabletop)$/.test(archetypeOfPlace(value) ?? 'room')

function subjectsOf({ art, plural, sense }: Thing, { senses }: { senses: readonly Sense[] }): Subject[] {
  const drawing = drawingOf(art)
  if (!drawing) return []
  const said = senses.find(({ kind, end }) => kind === 'count' && sense !== undefined && end === sense.at)
  const count = said ? Math.min(4, Number(said.value) || 1) : plural ? 3 : 1
  return Array.from({ length: count }, () => ({
    art,
    label: drawing.label,
    kind: drawing.kind,
    count: 1,
    scale: 'normal',
  }))
}

/** The words that had no use: where something hangs on a wall, the wall was understood. */
export const withoutWallWords = (unused: readonly string[], hung: readonly Subject[]): string[] =>
  unused.filter((word) => hung.length === 0 || !WALL.test(word.toLowerCase()))

// Of what stands before the words for a wall the nearest; where they are glued to it, the first.
function hungThings(senses: readonly Sense[], marked: Marked): Thing[] {
  const things = thingsIn(senses, marked)
  const { tokens } = marked
  if (GLUED.test(tokens.map(({ raw }) => raw).join(''))) return things.slice(0, 1)
  const hung = wallsIn(marked).flatMap((wall) => {
    const clause = tokens[wall]?.clause
    return things.filter(({ at }) => at < wall && wall - at <= 4 && tokens[at]?.clause === clause).slice(-1)
  })
  return hung.filter(({ at }, i) => hung.findIndex((one) => one.at === at) === i)
}

// A wall that something hangs on is one of a room, if none is named.
function withRoom(senses: readonly Sense[], at: number, { tokens }: Marked): Sense[] {
  if (senses.some(({ kind, value }) => kind === 'place' && archetypeOfPlace(value) === 'room')) return [...senses]
  const { text = '', clause = 0 } = tokens[at] ?? {}
  const room: Sense = { at, end: at + 1, clause, text, kind: 'place', value: 'room', strength: 3, plural: false }
  return [...senses, room].toSorted((a, b) => a.at - b.at)
}

/** What is said to be on the wall of a room hangs there: it is taken from the things that stand about. */
export function onTheWall(senses: readonly Sense[], marked: Marked): Hung {
  const hung = senses.some(isOutside) ? [] : hungThings(senses, marked)
  const [first] = hung
  if (!first) return { senses: [...senses], hung: [] }
  const gone = (sense: Sense) => hung.some(({ at }) => sense.at <= at && at < sense.end && sense.kind !== 'place')
  const kept = senses.filter((sense) => !gone(sense) && !(sense.kind === 'support' && sense.value === 'stone-wall'))
  // A clock over a fireplace, and nothing else: the two are a group of their own.
  if (!kept.some(({ kind }) => kind === 'art') && kept.some(({ kind }) => kind === 'support'))
    return { senses: senses.map((sense) => ({ ...sense, value: SHOWN_AS[sense.value] ?? sense.value })), hung: [] }
  return { senses: withRoom(kept, first.at, marked), hung: hung.flatMap((one) => subjectsOf(one, { senses })) }
}
