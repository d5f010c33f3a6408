import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostHealth } from './host-health.ts'

function failing(times: number, host = 'down') {
  const health = hostHealth()
  for (let time = 0; time < times; time++) health.note(host, false)
  return health
}

test('five failures in a row are trouble, four are not, and one success ends it', () => {
  assert.deepEqual(failing(4).rooms(false, 8), {})
  const health = failing(5)
  assert.deepEqual(health.rooms(false, 8), { down: 1 })
  health.note('down', true)
  for (let time = 0; time < 4; time++) health.note('down', false)
  assert.deepEqual(health.rooms(false, 8), {})
})

test('while slots are scarce a host in trouble gets none, and one that answers keeps its own', () => {
  const health = failing(5)
  health.note('up', true)
  health.note('once-up', true)
  health.note('once-up', false)
  assert.deepEqual(health.rooms(true, 8), { down: 0, up: 8 })
})

test('hosts come from callers: what is remembered of them has an end, and the oldest is forgotten first', () => {
  const health = failing(5, 'first')
  for (let host = 0; host < 1_000; host++) for (let time = 0; time < 5; time++) health.note(`host-${host}`, false)
  const rooms = health.rooms(false, 8)
  assert.equal(Object.keys(rooms).length, 1_000)
  assert.equal(rooms['first'], undefined)
  for (let host = 0; host < 300; host++) health.note(`well-${host}`, true)
  const proven = Object.entries(health.rooms(true, 8)).filter(([, room]) => room === 8)
  assert.equal(proven.length, 200)
})

test('a host may be called anything', () => {
  for (const host of ['__proto__', 'constructor', 'toString']) {
    assert.deepEqual(Object.entries(failing(5, host).rooms(false, 8)), [[host, 1]])
  }
})
