import { after, test } from 'node:test'
import {
  assertBeginsAndEnds,
  assertMovesThrough,
  assertPassesThrough,
  openEncoders,
} from '../../test/support/reference-clips.ts'

const encoders = openEncoders()
after(() => Promise.all(Object.values(encoders).map((diorama) => diorama.close())))

for (const [name, diorama] of Object.entries(encoders)) {
  test(`${name}: one picture becomes a move that begins with it, reaches every edge and is no plain zoom`, () =>
    assertMovesThrough(diorama))

  test(`${name}: first and last frame are the pictures given`, () => assertBeginsAndEnds(diorama))

  test(`${name}: three pictures are passed through in order`, () => assertPassesThrough(diorama))
}
