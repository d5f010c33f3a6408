import type { Brief, Cue, Happening } from '../../brief.ts'
import type { Sense } from '../senses.ts'
import type { Thing } from '../things.ts'
import { keyOf, type Token } from '../tokens.ts'

type Reading = { senses: readonly Sense[]; things: readonly Thing[]; tokens: readonly Token[] }

// Words between what comes first and what comes after it, folded as tokens are.
const NEXT =
  /^(then|afterwards|afterward|thereafter|until|till|finally|eventually|suddenly|before|dann|danach|anschliessend|bis|schliesslich|plotzlich|luego|despues|entonces|hasta|finalmente|puis|ensuite|jusqu|soudain|enfin|poi|finche|infine|improvvisamente|depois|entao|ate|потом|затем|пока|вдруг|наконец|potem|nastepnie|az|nagle|daarna|vervolgens|totdat|plotseling|sedan|darefter|tills|plotsligt|sonra|ardından|lalu|kemudian|sampai|roi|然后|接着|随后|直到|突然|それから|やがて|突然|그리고 나서|그다음|갑자기|ثم|फिर)$/
// A sentence that begins so tells first what comes first, up to its comma.
const WHEN =
  /^(when|after|once|as|wenn|nachdem|sobald|cuando|cuando|tras|quand|apres|quando|dopo|depois|когда|после|gdy|kiedy|als|nadat|nar|当|當)$/

const MOST_PARTS = 3

const startsAt = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at] as Token
  if (NEXT.test(token.text)) return true
  return token.glued && [2, 3, 4].some((length) => NEXT.test(keyOf(tokens.slice(at, at + length))))
}

/** Where a new part of the story begins, in tokens. */
function breaksIn(tokens: readonly Token[]): number[] {
  const breaks = tokens.flatMap((_, at) => (at > 0 && startsAt(tokens, at) ? [at] : []))
  const [first] = tokens
  if (breaks.length === 0 && first && WHEN.test(first.text)) {
    const comma = tokens.findIndex(({ clause }) => clause > first.clause)
    return comma > 0 ? [comma] : []
  }
  // "And then suddenly" is one break.
  return breaks.filter((at, index) => index === 0 || at - (breaks[index - 1] as number) > 1).slice(0, MOST_PARTS - 1)
}

// Who is named last before it, in the same breath if possible; else who comes first after it.
function whose({ things }: Reading, { at, end, clause }: Sense): string | undefined {
  const before = things.filter(({ sense }) => sense.end <= at)
  const near = before.findLast(({ sense }) => sense.clause === clause) ?? undefined
  const after = things.find(({ sense }) => sense.at >= end)
  return (near ?? after ?? before.at(-1))?.art
}

// What stands right after the verb is what it is done to: "lights a candle", "inflates a balloon".
const DONE_TO = new Set<Happening>(['light', 'go-out', 'grow', 'spin', 'release'])

function object({ things, tokens }: Reading, sense: Sense): string | undefined {
  if (!DONE_TO.has(sense.value as Happening)) return undefined
  const next = things.find(({ sense: other }) => other.at >= sense.end && other.clause === sense.clause)
  if (!next || next.sense.at - sense.end > 3) return undefined
  const between = tokens.slice(sense.end, next.sense.at).map(({ text }) => text)
  return between.some((text) => /^(in|on|at|by|under|over|im|am|auf|en|sur|dans|su|em|na|no|w|в|на)$/.test(text))
    ? undefined
    : next.art
}

// In which part of a story something stands that a prompt says.
const partOf = ({ at }: Sense, breaks: readonly number[]): number => breaks.filter((one) => at >= one).length

/** What happens in which part of a clip, and to whom: in the order in which the prompt tells it. */
export function readCues(reading: Reading): Cue[] {
  const breaks = breaksIn(reading.tokens)
  const parts = breaks.length + 1
  const cues: Cue[] = []
  for (const sense of reading.senses) {
    if (sense.kind !== 'happening') continue
    const what = sense.value as Happening
    const part = partOf(sense, breaks)
    const of = object(reading, sense) ?? whose(reading, sense)
    if (cues.some((cue) => cue.what === what && cue.of === of)) continue
    cues.push({ what, ...(of !== undefined && { of }), from: part / parts, to: (part + 1) / parts })
  }
  // Who flies to a branch and lands there comes once.
  const lands = (of: string | undefined) => cues.some((cue) => cue.what === 'sink' && cue.of === of)
  return inTurn(cues.filter(({ what, of }) => what !== 'arrive' || !lands(of)))
}

// What happens twice to the same thing in one breath happens one after the other: it grows, and it bursts.
function inTurn(cues: Cue[]): Cue[] {
  return cues.map((cue) => {
    const same = cues.filter(({ of, from }) => of !== undefined && of === cue.of && from === cue.from)
    const turns = [...new Set(same.filter(({ what }) => !LASTING.has(what)))]
    const at = turns.indexOf(cue)
    if (at < 0 || turns.length < 2) return cue
    const long = (cue.to - cue.from) / turns.length
    return { ...cue, from: cue.from + at * long, to: cue.from + (at + 1) * long }
  })
}

// What goes on all the time, beside whatever else happens.
const LASTING = new Set<Happening>(['spin', 'go', 'time-lapse', 'cross'])

const RIGHTWARDS =
  /left[\s-]to[\s-](?:the[\s-])?right|(?:towards?|to) the right\b|links nach rechts|izquierda a (?:la )?derecha|gauche à droite|sinistra a destra|esquerda para a direita|слева направо|lewej do prawej|links naar rechts|vänster till höger|soldan sağa|kiri ke kanan|trái sang phải|从左[到向至往]右|左から右|왼쪽에서 오른쪽|اليسار إلى اليمين/iu
const LEFTWARDS =
  /right[\s-]to[\s-](?:the[\s-])?left|(?:towards?|to) the left\b|rechts nach links|derecha a (?:la )?izquierda|droite à gauche|destra a sinistra|direita para a esquerda|справа налево|prawej do lewej|rechts naar links|höger till vänster|sağdan sola|kanan ke kiri|phải sang trái|从右[到向至往]左|右から左|오른쪽에서 왼쪽|اليمين إلى اليسار/iu

/** Which way somebody is said to go; nothing where the camera is what turns. */
export function headingOf(prompt: string, camera: Brief['camera']): Brief['heading'] {
  if (camera === 'pan-left' || camera === 'pan-right') return undefined
  if (RIGHTWARDS.test(prompt)) return 'right'
  return LEFTWARDS.test(prompt) ? 'left' : undefined
}

/** The thing that the camera goes to: the first one named after its move. */
export function cameraTarget({ senses, things }: Reading): string | undefined {
  const move = senses.find(({ kind }) => kind === 'camera')
  return move && things.find(({ sense }) => sense.at >= move.end)?.art
}
