import assert from 'node:assert/strict'
import test from 'node:test'
import { framePixels } from '../../../test/support/scene-fixtures.ts'
import type { Subject } from '../../brief.ts'
import { readPrompt } from '../../reading/read-prompt.ts'
import { planStage } from '../../staging/plan-stage.ts'
import { cameraPath } from '../camera.ts'
import { planScene } from '../plan/plan-scene.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import { stageOf } from '../stage-of.ts'
import { happenTo } from './happen.ts'
import { releasedParts } from './released.ts'

const SECONDS = 4

async function frameAt(prompt: string, at: number): Promise<Uint8ClampedArray | Uint8Array> {
  return framePixels(readPrompt(prompt, 7), { at, seconds: SECONDS })
}

/** The mean of a picture's red and green. */
async function lightAt(prompt: string, at: number): Promise<number> {
  const pixels = await frameAt(prompt, at)
  let sum = 0
  for (let index = 0; index < pixels.length; index += 4) sum += (pixels[index] ?? 0) + (pixels[index + 1] ?? 0)
  return sum / (pixels.length / 2)
}

/** How many of a frame's pixels are other ones than in another frame. */
async function changed(prompt: string, from: number, to: number): Promise<number> {
  const [first, second] = [await frameAt(prompt, from), await frameAt(prompt, to)]
  let count = 0
  for (let index = 0; index < first.length; index += 4)
    if (Math.abs((first[index] ?? 0) - (second[index] ?? 0)) > 24) count++
  return count / (first.length / 4)
}

/** How many pixels are as bright and warm as a lit window or a yellow petal. */
async function warmPixels(prompt: string, at: number): Promise<number> {
  const pixels = await frameAt(prompt, at)
  let count = 0
  for (let index = 0; index < pixels.length; index += 4)
    if ((pixels[index] ?? 0) > 190 && (pixels[index] ?? 0) - (pixels[index + 2] ?? 0) > 20) count++
  return count
}

const AT = { x: 0, y: 0 }
const THING: Placement = {
  subject: 0,
  index: 0,
  x: 240,
  foot: 200,
  width: 60,
  height: 60,
  pose: 'whole',
  flip: false,
  order: 0,
  phase: 0,
  contact: 'ground',
}
const PLAN: ScenePlan = { horizon: 120, floor: 200, light: AT, focus: AT, placements: [THING] }

function happening(prompt: string) {
  const stage = stageOf(readPrompt(prompt, 3), { width: 480, height: 270, seed: 3, seconds: SECONDS, still: false })
  const move = happenTo(stage, PLAN, THING)
  assert.ok(move, `nothing happens: ${prompt}`)
  return move
}

test('a candle that is blown out leaves the room dark', async () => {
  const prompt = 'a candle is blown out in a dark room'
  assert.ok((await lightAt(prompt, 3.9)) < (await lightAt(prompt, 0)) * 0.6)
})

// The frame is 480 wide and the train stands in its middle: at 240 nothing but its half would be seen.
test('who leaves is at the edge of the frame in the end, where who arrives begins, and neither is gone', () => {
  const leaving = happening('a train leaving the station')
  assert.equal(Math.abs(Math.round(leaving(0).x ?? 1)), 0)
  const far = Math.abs(leaving(SECONDS).x ?? 0)
  assert.ok(far > 200 && far < 240, String(far))
  const arriving = happening('a train arriving at the station')
  const from = Math.abs(arriving(0).x ?? 0)
  assert.ok(from > 200 && from < 240, String(from))
  assert.equal(Math.abs(Math.round(arriving(SECONDS).x ?? 1)), 0)
})

test('a flower that blooms is small at first and large at the end', async () => {
  const yellow = (at: number) => warmPixels('a sunflower blooming, static camera', at)
  assert.ok((await yellow(3.9)) > (await yellow(0)) * 2)
})

test('the sails of a mill turn and people clap: a frame is not the next one', async () => {
  assert.ok((await changed('a windmill turning in a field, static camera', 0, 1.3)) > 0.001)
  assert.ok((await changed('a man clapping, static camera', 0, 0.5)) > 0.0005)
})

test('a camera that goes to what is named ends where that fills half of the frame, and one that leaves it begins there', () => {
  const { clock } = stageOf(readPrompt('a clock', 1), { width: 480, height: 270, seed: 1, seconds: SECONDS })
  const target = { x: 0.3, y: 0.4, width: 0.2, height: 0.3 }
  const shot = { archetype: 'street', clock, heading: 1, target } as const
  const share = (view: { lens?: { zoom: number } }) => (view.lens?.zoom ?? 1) * target.height
  const nearer = cameraPath('push-in', shot)
  assert.ok(share(nearer(0)) < 0.35 && share(nearer(SECONDS)) > 0.5)
  const away = cameraPath('pull-out', shot)
  assert.ok(share(away(0)) > 0.5 && share(away(SECONDS)) < 0.35)
})

test('what is poured into a vessel is no second vessel, and is there where nothing else is', () => {
  const shown = (prompt: string) => {
    const { script, subjects } = readPrompt(prompt, 1)
    return (script?.entities ?? subjects).map(({ art }) => art)
  }
  assert.deepEqual(shown('a teapot pouring tea into a cup'), ['teapot', 'hot-beverage'])
  assert.deepEqual(readPrompt('a teapot pouring tea into a cup', 1).script?.ties, [
    { kind: 'beside', subject: 0, other: 1 },
  ])
  assert.deepEqual(shown('eine Teekanne gießt Tee in eine Tasse'), ['teapot', 'hot-beverage'])
  assert.equal(shown('a woman pouring coffee into a mug in a kitchen').length, 2)
  // The bowl of cereal has milk in it.
  assert.deepEqual(shown('pouring milk over cereal in a bowl'), ['cereal-bowl'])
})

const planOf = (prompt: string) => {
  const read = readPrompt(prompt, 1)
  const staged = read.script && planStage(read.script)
  const brief = staged ? { ...read, subjects: staged.entities, relations: [] } : read
  const stage = stageOf(brief, { width: 480, height: 270, seed: 1, seconds: SECONDS })
  const plan = planScene(brief, { width: 480, height: 270, random: stage.random, time: 'day', staged })
  return { stage, plan }
}

test('a balloon that somebody lets go of leaves the hand and the frame', async () => {
  const { stage, plan } = planOf('a child lets go of a red balloon')
  const [child] = plan.placements as [Placement]
  const [balloon] = await releasedParts(stage, stage.brief.subjects[0] as Subject, child)
  assert.equal(balloon?.motion?.(0).opacity, 0)
  assert.ok((balloon?.motion?.(SECONDS).y ?? 0) < -40)
})

test('snow that begins to fall finds green land and leaves it white', async () => {
  const prompt = 'snow begins to fall on a small village, static camera'
  const brief = readPrompt(prompt, 1)
  const greens = async (at: number) => {
    const pixels = await framePixels(brief, { at, seconds: SECONDS })
    let count = 0
    for (let p = 0; p < pixels.length; p += 4)
      if ((pixels[p + 1] ?? 0) > (pixels[p] ?? 0) + 25 && (pixels[p + 1] ?? 0) > (pixels[p + 2] ?? 0) + 25) count++
    return count
  }
  assert.ok((await greens(0)) > 10 * (await greens(3.9)))
})

test('night that falls over a city lights its windows', async () => {
  const lit = (at: number) => warmPixels('a city skyline from day to night, static camera', at)
  assert.ok((await lit(3.9)) > (await lit(0)) + 50)
})
