import assert from 'node:assert/strict'
import test from 'node:test'
import { personJoints } from '../rig/person-pose.ts'
import { quadrupedJoints } from '../rig/quadruped-pose.ts'
import { speedOf } from './gait.ts'
import { PERSON_GAITS, PERSON_LEG } from './person-gait.ts'
import { QUADRUPED_GAITS } from './quadruped-gait.ts'

const BUILD = { leg: 30, body: 60, girth: 20, head: 50 }

test('a foot that stands goes back exactly as fast as the body goes on: nobody slides', () => {
  const { walk } = PERSON_GAITS
  for (const step of [0.4, 1]) {
    const speed = speedOf(walk) * PERSON_LEG.whole * step
    const at = (second: number) => personJoints('walk', { phase: second / walk.period, step }).near.ankle
    for (let second = 0.02; second < walk.stands * walk.period - 0.08; second += 0.05) {
      const slid = at(second + 0.05).x - at(second).x + speed * 0.05
      assert.ok(Math.abs(slid) < 0.3, `it slid by ${slid} at ${second} s`)
      assert.ok(
        Math.abs(at(second).y + PERSON_LEG.sole) < 0.6,
        `it left the ground by ${at(second).y + PERSON_LEG.sole}`,
      )
    }
  }
})

test('a walking animal always has a foot on the ground, and a galloping one flies once in every round', () => {
  const offGround = (posture: 'walk' | 'run') =>
    Array.from({ length: 40 }, (_, index) => {
      const { front, hind } = quadrupedJoints(posture, BUILD, { phase: index / 40, step: 0.6 })
      const lowest = Math.max(...[front.near, front.far, hind.near, hind.far].map((leg) => leg[2].y))
      return lowest < -BUILD.leg * 0.08 - 0.8
    })
  assert.ok(!offGround('walk').includes(true), 'it hovered while walking')
  assert.ok(offGround('run').includes(true), 'its gallop never left the ground')
  assert.ok(QUADRUPED_GAITS.run.period < QUADRUPED_GAITS.walk.period)
})

test('limbs change from beat to beat where a posture moves, and hold still where it does not', () => {
  const handAt = (posture: 'wave' | 'read', phase: number) => personJoints(posture, { phase, step: 1 }).far.hand
  assert.notDeepEqual(handAt('wave', 0.25), handAt('wave', 0.75))
  assert.deepEqual(handAt('read', 0.25), handAt('read', 0.75))
})
