import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawBird, type BirdPosture } from './bird-rig.ts'
import { plumageOf } from './plumages.ts'

const SIDE = 200

// Whether anything is painted in the outermost column on either side.
function touchesSides(art: string, posture: BirdPosture): boolean {
  const plumage = plumageOf(art)
  assert.ok(plumage, art)
  const { data } = drawBird({ posture, plumage }, { width: SIDE, height: SIDE })
    .getContext('2d')
    .getImageData(0, 0, SIDE, SIDE)
  return Array.from({ length: SIDE }, (_, y) => y * SIDE).some(
    (row) => (data[row * 4 + 3] ?? 0) > 0 || (data[(row + SIDE - 1) * 4 + 3] ?? 0) > 0,
  )
}

test('birds on the wing and on the water have their whole beak and tail', () => {
  const cut = ['bird', 'owl', 'parrot', 'duck', 'swan'].flatMap((art) =>
    (['fly', 'swim'] as const).filter((posture) => touchesSides(art, posture)).map((posture) => `${art} ${posture}`),
  )
  assert.deepEqual(cut, [])
})
