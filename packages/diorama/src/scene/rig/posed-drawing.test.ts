import assert from 'node:assert/strict'
import test from 'node:test'
import { drawingOf } from '../../art.ts'
import { renderArt } from '../subjects/render-art.ts'
import { drawnPose, drawnSize, posedPicture, posedSize, sleepingFace } from './posed-drawing.ts'

const BOX = { width: 128, height: 128 }

async function elephant(posture: 'lie' | 'sleep') {
  const pose = drawnPose('elephant', posture)
  assert.ok(pose)
  const box = drawingOf('elephant')?.box ?? BOX
  const size = posedSize(box.width, box.height, pose)
  const drawn = drawnSize(size, box.width / box.height, pose)
  const drawing = await renderArt('elephant', drawn.width, drawn.height)
  if (pose.asleep) sleepingFace(drawing, 'elephant')
  return posedPicture(drawing, { pose }, size)
}

test('who lies is lower than who stands, and who leaps reaches higher, down to the ground', () => {
  const [lie, jump] = [drawnPose('deer', 'lie'), drawnPose('deer', 'jump')]
  assert.ok(lie && jump)
  assert.ok(posedSize(100, 100, lie).height < 80)
  assert.ok(posedSize(100, 100, jump).height > 130)
})

test('a drawing in its posture fills exactly the size that was measured for it', () => {
  const pose = drawnPose('giraffe', 'jump')
  assert.ok(pose)
  const size = posedSize(60, 120, pose)
  const drawn = drawnSize(size, 0.5, pose)
  assert.ok(Math.abs(drawn.width - 60) < 1e-6 && Math.abs(drawn.height - 120) < 1e-6)
})

test('who sleeps has other eyes than who merely lies', async () => {
  const [lying, asleep] = [await elephant('lie'), await elephant('sleep')]
  const pixels = [lying, asleep].map((one) => one.getContext('2d').getImageData(0, 0, one.width, one.height).data)
  assert.ok(pixels[0]?.some((value, at) => value !== pixels[1]?.[at]))
})

test('a panther, a fawn or a robin that sleeps lies down and closes its eyes', async () => {
  for (const art of ['panther', 'lioness', 'lynx', 'fawn', 'reindeer', 'robin']) {
    const pose = drawnPose(art, 'sleep')
    assert.ok(pose?.asleep && pose.hidden > 0.1, art)
    const { width, height } = drawingOf(art)?.box ?? BOX
    const [awake, asleep] = [await renderArt(art, width, height), await renderArt(art, width, height)]
    sleepingFace(asleep, art)
    assert.ok(!asleep.data().equals(awake.data()), art)
  }
})

test('an animal whose build is not known, and one that stands, stay as they are drawn', () => {
  assert.equal(drawnPose('blowfish', 'sleep'), undefined)
  assert.equal(drawnPose('elephant', 'stand'), undefined)
})
