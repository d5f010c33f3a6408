import { after, test } from 'node:test'
import { assertBeginsAndEnds, assertMovesThrough, openEncoders } from '../../test/support/reference-clips.ts'

const encoders = openEncoders()
after(() => Promise.all(Object.values(encoders).map((diorama) => diorama.close())))

test('one picture becomes a move that begins with it, reaches every edge and is no plain zoom', () =>
  assertMovesThrough(encoders.WebAssembly))

test('first and last frame are the pictures given', () => assertBeginsAndEnds(encoders.WebAssembly))
