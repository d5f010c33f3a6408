import type { Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Posture, Subject } from '../../brief.ts'
import type { Pixels } from '../../job.ts'
import { drawRig, rigShape } from '../../scene/rig/rigs.ts'
import { isNaturally, recolour } from '../../scene/subjects/recolour.ts'
import { renderArt } from '../../scene/subjects/render-art.ts'
import { metresOf, shownMetres } from '../../staging/real-sizes.ts'
import { freeSpot, type Box } from './free-spot.ts'
import { intoLight } from './into-light.ts'
import type { Sky } from '../seen/sky.ts'

const FLIES =
  /balloon|airplane|helicopter|rocket|bird|eagle|dove|bat$|butterfly|kite|flying-saucer|dragon$|parachute|satellite|cloud|rainbow|moon|^sun|star$|comet|fireworks|honeybee/

/** What is to be added, and on which side, or in the sky, where the prompt says so of it. */
export type Additions = readonly { subject: Subject; side: 'left' | 'right' | undefined; aloft: boolean }[]

const MOST = 6

function postureFor(subject: Subject, aloft: boolean): Posture {
  return aloft ? 'fly' : subject.activity === 'sleep' ? 'sleep' : subject.activity === 'run' ? 'run' : 'stand'
}

// Sized as if a person stood where the ground is near: about two fifths of the picture.
function sizeOf(subject: Subject, aloft: boolean, { width, height }: Pixels): number {
  const person = Math.min(height, width * 0.8) * 0.36
  const metres = shownMetres(metresOf(subject)) / shownMetres(1.7)
  const scale = { tiny: 0.5, small: 0.75, normal: 1, large: 1.3, giant: 1.7 }[subject.scale]
  const most = Math.min(height, width) * (aloft ? 0.34 : 0.46)
  return Math.max(Math.min(height, width) * 0.15, Math.min(most, person * metres * scale * (aloft ? 0.7 : 1)))
}

async function figureOf(subject: Subject, aloft: boolean, side: number): Promise<Canvas> {
  const posture = postureFor(subject, aloft)
  const shape = rigShape(subject, posture, [])
  if (shape) {
    const scale = side / shape.natural
    const size = { width: shape.width * scale, height: shape.height * scale }
    const rigged = await drawRig(subject, { posture, held: [], phase: 0.4 }, size)
    if (rigged) return rigged
  }
  const box = drawingOf(subject.art)?.box ?? { width: 128, height: 128 }
  const scale = side / Math.max(box.width, box.height)
  const picture = await renderArt(subject.art, box.width * scale, box.height * scale)
  if (subject.colour && !isNaturally(picture, subject.colour)) recolour(picture, subject.colour)
  return picture
}

function shadowUnder(canvas: Canvas, box: Box): void {
  const context = canvas.getContext('2d')
  const flat = Math.max(3, Math.min(box.width * 0.13, box.height * 0.12))
  context.save()
  context.translate(box.x + box.width / 2, box.y + box.height - flat * 0.25)
  context.scale(box.width * 0.56, flat)
  const shade = context.createRadialGradient(0, 0, 0, 0, 0, 1)
  shade.addColorStop(0, 'rgba(10,12,20,0.6)')
  shade.addColorStop(0.55, 'rgba(10,12,20,0.3)')
  shade.addColorStop(1, 'rgba(10,12,20,0)')
  context.globalCompositeOperation = 'multiply'
  context.fillStyle = shade
  context.fillRect(-1, -1, 2, 2)
  context.restore()
}

/** Draws things into a picture: each where there is room for it, on the ground or in the air, in the light of that place. */
export async function addThings(canvas: Canvas, picture: Pixels, sky: Sky, additions: Additions): Promise<void> {
  const taken: Box[] = []
  const wanted = additions.flatMap((addition) =>
    Array.from({ length: Math.min(MOST, Math.max(1, addition.subject.count)) }, () => addition),
  )
  const crowd = Math.max(0.55, wanted.length ** -0.28)
  for (const { subject, side, aloft: inSky } of wanted) {
    const aloft = FLIES.test(subject.art) || inSky || subject.activity === 'fly'
    const figure = await figureOf(subject, aloft, sizeOf(subject, aloft, picture) * crowd)
    const spot = freeSpot(picture, sky, { figure, aloft, side, taken })
    const box = { ...spot, width: figure.width, height: figure.height }
    taken.push(box)
    const seen = intoLight(figure, picture, box, spot.x + figure.width / 2 < picture.width / 2)
    if (!aloft) shadowUnder(canvas, box)
    canvas.getContext('2d').drawImage(seen, spot.x, spot.y)
  }
}

/** A thing that is worn cannot be added: nobody knows where the head is. */
export const canBeAdded = ({ kind }: Subject): boolean => kind !== 'clothing'
