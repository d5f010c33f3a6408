import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONTENT_TYPES } from '../../scripts/fuzz-requests.ts'
import { fuzz } from '../../scripts/fuzz-run.ts'
import { openService } from '../support/service.ts'

const SEED = 20_301_115

test(`whatever is sent, the answer is described, in our form and no 5xx (seed ${SEED})`, async (t) => {
  assert.ok(new Set(CONTENT_TYPES).size >= 200)
  const service = await openService(t)
  const { statuses, faults } = await fuzz(service.url, service.key, { count: 2_000, seed: SEED })
  assert.deepEqual(faults.slice(0, 5), [])
  // A fuzzer that is turned away at the door proves nothing.
  for (const status of [200, 400, 404]) assert.ok((statuses.get(status) ?? 0) > 50, `only few answers were ${status}`)
})
