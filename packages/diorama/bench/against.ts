// npm run bench:diorama-against -- <checkout> [rounds] — pictures and clips of this checkout and another, in turns of one run.
import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import type { Measured } from './against-part.ts'

const [other, rounds = '5'] = process.argv.slice(2)
if (other === undefined) throw new Error('Which other checkout? npm run bench:diorama-against -- ../other')
const SIDES = { ours: resolve(import.meta.dirname, '../../..'), other: resolve(other) }
const PROGRAM = new URL('./against-part.ts', import.meta.url)

function measure(root: string): Promise<Measured> {
  const child = fork(PROGRAM, [root])
  return new Promise((done, failed) => {
    child.once('message', (message) => done(message as Measured))
    child.once('exit', (code) => failed(new Error(`${root} ended with ${code}`)))
  })
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const taken: Record<keyof typeof SIDES, Measured[]> = { ours: [], other: [] }
for (let round = 0; round < Number(rounds); round++) {
  // Another one begins each round.
  const order = round % 2 === 0 ? (['ours', 'other'] as const) : (['other', 'ours'] as const)
  for (const side of order) taken[side].push(await measure(SIDES[side]))
}

const names = Object.keys(taken.ours[0] ?? {}) as (keyof Measured)[]
console.table(
  Object.fromEntries(
    names.map((name) => {
      const [ours, theirs] = [taken.ours, taken.other].map((all) => all.map((one) => one[name]))
      const ratios = (ours ?? []).map((value, round) => value / (theirs?.[round] ?? Number.NaN))
      return [name, { ours: median(ours ?? []), other: median(theirs ?? []), ratio: Number(median(ratios).toFixed(3)) }]
    }),
  ),
)
