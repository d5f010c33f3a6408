import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import { brightness, mix } from '../colour.ts'
import { backdrop, picturesAt } from '../draw/backdrop.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { tonesOf } from '../subjects/tones.ts'
import { drawFace, type Expression } from '../subjects/paint-face.ts'
import { gridPlaces } from './grid-places.ts'
import { motifPicture } from './motif.ts'
import { withRim } from './rim.ts'

const WORDS: readonly [word: RegExp, expression: Expression][] = [
  [/happy|smil|joy/i, 'happy'],
  [/\bsad\b/i, 'sad'],
  [/angry|grump|mad\b/i, 'angry'],
  [/surpris|shock|confus/i, 'surprised'],
  [/sleep|tired/i, 'sleepy'],
  [/in love|loving|heart/i, 'loving'],
  [/cry/i, 'crying'],
  [/laugh/i, 'laughing'],
  [/wink/i, 'winking'],
  [/\bcool\b|sunglasses/i, 'cool'],
]
const USUAL: readonly Expression[] = [
  'happy',
  'sad',
  'angry',
  'surprised',
  'sleepy',
  'loving',
  'crying',
  'laughing',
  'winking',
  'plain',
]

// Those that are named first, then the usual ones until there are as many as were asked for.
function expressionsOf({ prompt }: Stage['brief'], count: number): Expression[] {
  const named = WORDS.filter(([word]) => word.test(prompt)).map(([, expression]) => expression)
  const all = [...new Set([...named, ...USUAL])]
  return all.slice(0, Math.max(2, Math.min(all.length, Math.max(count, Math.min(6, named.length)))))
}

// The head of an animal without its own eyes and mouth: painted over in its own colour, ears and cheeks left.
function blankHead(picture: Canvas): Canvas {
  const out = createCanvas(picture.width, picture.height)
  const context = out.getContext('2d')
  context.drawImage(picture, 0, 0)
  const main = tonesOf(picture).main
  context.globalCompositeOperation = 'source-atop'
  context.fillStyle = mix(main, '#ffffff', brightness(main) < 0.25 ? 0.45 : 0.08)
  context.beginPath()
  context.ellipse(
    picture.width / 2,
    picture.height * 0.62,
    picture.width * 0.4,
    picture.height * 0.34,
    0,
    0,
    Math.PI * 2,
  )
  context.fill()
  return out
}

function headOf(subject: Subject): Subject {
  const face = drawingOf(`${subject.art}-face`)
  return face ? { ...subject, art: face.id, label: face.label, kind: face.kind } : subject
}

/** One head in many moods, laid out in rows. */
export async function expressionParts(stage: Stage): Promise<Part[]> {
  const { width, height, unit, brief } = stage
  const [hero] = brief.subjects
  if (!hero) return []
  const asked = hero.count > 1 ? hero.count : 6
  const moods = expressionsOf(brief, asked)
  const places = gridPlaces(moods.length, stage)
  const side = places[0]?.side ?? 10
  const bare = blankHead(await motifPicture({ ...headOf(hero) }, side))
  const pictures = moods.map((mood) => {
    const head = createCanvas(bare.width, bare.height)
    const context = head.getContext('2d')
    context.drawImage(bare, 0, 0)
    drawFace(context, { x: bare.width / 2, y: bare.height * 0.54, wide: bare.width * 0.82 }, mood)
    return brief.design?.cut ? withRim(head, unit * 0.9) : head
  })
  const ground = brief.design?.cut ? '#e6ebf0' : (brief.studio?.colour ?? '#fbf8f1')
  return [
    backdrop(stage, (context) => {
      context.fillStyle = ground
      context.fillRect(0, 0, width, height)
    }),
    picturesAt(stage, pictures, places),
  ]
}
