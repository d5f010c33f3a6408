import assert from 'node:assert/strict'
import test from 'node:test'
import { framePixels } from '../../../test/support/scene-fixtures.ts'
import type { Pixels } from '../../job.ts'
import { readPrompt } from '../../reading/read-prompt.ts'
import { panesIn } from './panes.ts'
import { skyOf } from './sky.ts'
import { waterOf } from './water.ts'

const SIZE = { width: 768, height: 512 }

async function pictureOf(prompt: string): Promise<Pixels> {
  const rgba = await framePixels(readPrompt(prompt, 7), SIZE)
  return { ...SIZE, rgba: new Uint8Array(rgba.buffer) }
}

test('a lake is water, and snow in the shade is none', async () => {
  const lake = await pictureOf('a sailing boat on a lake with mountains')
  assert.notEqual(waterOf(lake, skyOf(lake)), undefined)
  const snow = await pictureOf('a red barn in the snow')
  assert.equal(waterOf(snow, skyOf(snow)), undefined)
})

test('houses have windows; books on a shelf are none', async () => {
  const street = await pictureOf('a street in an old town')
  assert.ok(panesIn(street, skyOf(street), undefined).length > 10)
  const room = await pictureOf('a living room with a sofa and a lamp')
  assert.deepEqual(panesIn(room, skyOf(room), undefined), [])
})
