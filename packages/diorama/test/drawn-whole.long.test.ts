import assert from 'node:assert/strict'
import test from 'node:test'
import { isCut, maskOf, notWhole, ownNames, piecesOf } from './support/drawn-whole.ts'

test('every drawing of ours is whole, and in one piece unless it says in data-loose what of it is apart', async () => {
  assert.deepEqual(await notWhole(ownNames), { cut: [], inPieces: [] })
})

test('a drawing that is cut, and one in pieces, are noticed', async () => {
  const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">${body}</svg>`
  const whole = await maskOf(svg('<path d="M10 10h50v50h-50z"/>'))
  const cut = await maskOf(svg('<path d="M10 10h125v50h-125z"/>'))
  const apart = await maskOf(svg('<path d="M10 10h50v50h-50zM64 10h9v9h-9z"/>'))
  assert.deepEqual([whole, cut, apart].map(isCut), [false, true, false])
  assert.deepEqual([whole, cut, apart].map(piecesOf), [1, 1, 2])
})
