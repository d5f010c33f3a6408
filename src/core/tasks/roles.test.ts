import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../errors.ts'
import { assignRoles, checkMask, inOrder, type PictureRole, takesPictures } from './roles.ts'

const CLIPS = { id: 'clips', referenceRoles: ['first_frame', 'last_frame'], maxReferences: 2 } as const
const EDITS = {
  id: 'edits',
  referenceRoles: ['reference'],
  maxReferences: 2,
  takes: { roles: ['mask', 'source'] },
} as const
const ALL = { id: 'all', referenceRoles: ['first_frame', 'last_frame', 'reference'], maxReferences: 9 } as const

const given = (...roles: (PictureRole | undefined)[]): { role?: PictureRole }[] =>
  roles.map((role) => (role ? { role } : {}))
const assigned = (
  model: Parameters<typeof assignRoles>[0],
  ...roles: (PictureRole | undefined)[]
): (string | undefined)[] => assignRoles(model, inOrder(given(...roles))).map(({ role }) => role)
const code = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.param}`
  }
  return 'nothing was refused'
}

test('where nobody names a role, order decides and nothing is written down', () => {
  assert.deepEqual(assigned(CLIPS, undefined, undefined), [undefined, undefined])
})

test('who names one role has the others by order, without it; the picture that decides the shape comes first', () => {
  assert.deepEqual(assigned(CLIPS, 'last_frame', undefined), ['first_frame', 'last_frame'])
  assert.deepEqual(assigned(CLIPS, 'last_frame'), ['last_frame'])
  assert.deepEqual(assigned(ALL, undefined, 'first_frame', undefined, undefined), [
    'first_frame',
    'last_frame',
    'reference',
    'reference',
  ])
  assert.deepEqual(assigned(EDITS, 'mask', undefined), ['reference', 'mask'])
  assert.deepEqual(assigned(EDITS, 'mask', 'reference', 'source'), ['source', 'reference', 'mask'])
})

test('a role that a model does not take, one that is given twice and a picture without a role left are refused', () => {
  assert.equal(
    code(() => assigned(CLIPS, 'mask', undefined)),
    'unsupported_request mask',
  )
  assert.equal(
    code(() => assigned(EDITS, 'first_frame')),
    'unsupported_request image',
  )
  assert.equal(
    code(() => assigned(CLIPS, 'first_frame', 'first_frame')),
    'invalid_parameter image',
  )
  assert.equal(
    code(() => assigned(EDITS, undefined, 'mask', 'mask')),
    'invalid_parameter mask',
  )
  assert.equal(
    code(() => assigned(CLIPS, 'first_frame', 'last_frame', undefined)),
    'too_many_images image',
  )
  assert.deepEqual(assigned(EDITS, 'reference', 'reference'), ['reference', 'reference'])
})

test('a mask counts for no picture, and another model takes over only where it takes the roles', () => {
  assert.ok(takesPictures(EDITS, given('reference', 'reference', 'mask')))
  assert.ok(!takesPictures(EDITS, given('reference', 'reference', 'reference')))
  assert.ok(!takesPictures({ ...EDITS, takes: {} }, given('reference', 'mask')))
})

test('a mask needs its picture, in the same size', () => {
  const of = (width: number, role?: PictureRole) => ({ facts: { width, height: 9 }, ...(role && { role }) })
  assert.equal(
    code(() => checkMask([of(8, 'mask')])),
    'missing_parameter image',
  )
  assert.equal(
    code(() => checkMask([of(8), of(9, 'mask')])),
    'invalid_image mask',
  )
  assert.throws(() => checkMask([of(8), of(9, 'mask')]), /The mask is 9x9, but its image is 8x9/)
  checkMask([of(8), of(8, 'mask'), of(20)])
  checkMask([{}, of(9, 'mask')])
})
