import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import type { PictureJob } from '../job.ts'
import { aBrief } from '../../test/support/scene-fixtures.ts'
import { DRAWN, type Order, type Yield } from './messages.ts'
import { openPool, readIn } from './pool.ts'

const faulty = openPool({ threads: 2, program: new URL('../../test/support/faulty-thread.ts', import.meta.url) })
const drawing = openPool({ threads: 1, program: new URL('./program.ts', import.meta.url) })
after(() => Promise.all([faulty.close(), drawing.close()]))

const job = (prompt: string): PictureJob => ({ prompt, width: 64, height: 64, seed: 1, references: [] })
const clip = { ...job('a hill'), brief: aBrief({ prompt: 'a hill' }), seconds: 2, framesPerSecond: 12 }
const picture = (prompt: string): Order => ({ kind: 'picture', job: { ...job(prompt), brief: clip.brief } })
const text = (result: Yield): string => (result && 'bytes' in result ? Buffer.from(result.bytes).toString() : '')

test('an order that throws fails with its reason, and the orders around it succeed', async () => {
  const orders = ['one', 'throw', 'two'].map((prompt) => faulty.begin('picture').run(picture(prompt)))
  const [one, failed, two] = await Promise.allSettled(orders)
  assert.equal(one?.status === 'fulfilled' && text(one.value), 'one')
  assert.match(String(failed?.status === 'rejected' && failed.reason), /told to fail/)
  assert.equal(two?.status === 'fulfilled' && text(two.value), 'two')
})

for (const [way, reason] of [
  ['crash', /A drawing thread crashed: this thread was told to crash/],
  ['leave', /A drawing thread ended unexpectedly \(exit code 7\)/],
] as const) {
  test(`a thread lost by ${way} fails the order it held, and another takes its place`, async () => {
    const orders = ['one', way, 'two', 'three', 'four'].map((prompt) => faulty.begin('picture').run(picture(prompt)))
    const ends = await Promise.allSettled(orders)
    assert.deepEqual(
      ends.map((end) => (end.status === 'fulfilled' ? text(end.value) : 'failed')),
      ['one', 'failed', 'two', 'three', 'four'],
    )
    await assert.rejects(orders[1] as Promise<Yield>, reason)
  })
}

test('a picture passes between two frames of a clip in the same thread', async () => {
  const film = drawing.begin('clip')
  const order: Order = { kind: 'gop', job: clip, from: 0, to: 24 }
  const seen: string[] = []
  let asked: Promise<unknown> | undefined
  await film.run(order, () => {
    seen.push('frame')
    asked ??= drawing
      .begin('picture')
      .run(picture('a hill'))
      .then(() => seen.push('picture'))
  })
  await asked
  film.end()
  assert.ok(seen.indexOf('picture') < 12, `the picture came after ${seen.indexOf('picture')} of 24 frames`)
})

test('one thread reads for all, whoever draws, and another does when it is lost', async () => {
  const pool = openPool({ threads: 3, program: new URL('../../test/support/faulty-thread.ts', import.meta.url) })
  const drawnAfterReading = async () => {
    const errand = pool.begin('picture')
    const { chance } = await readIn(errand, job('a hill'))
    const drawn = await errand.run(picture('who'))
    errand.end()
    return { reader: chance, painter: text(drawn) }
  }
  try {
    const all = await Promise.all(Array.from({ length: 12 }, drawnAfterReading))
    const [reader, ...others] = new Set(all.map((one) => one.reader))
    assert.deepEqual(others, [])
    assert.ok(new Set(all.map(({ painter }) => painter)).size > 1, 'all were drawn by one thread')
    await assert.rejects(readIn(pool.begin('picture'), job('crash')), /crash/)
    assert.notEqual((await drawnAfterReading()).reader, reader)
  } finally {
    await pool.close()
  }
})

test('no more clips are read than are drawn, and a picture is read before those that wait', async () => {
  const pool = openPool({ threads: 1, program: new URL('../../test/support/faulty-thread.ts', import.meta.url) })
  const order: string[] = []
  try {
    const films = Array.from({ length: 3 }, () => pool.begin('clip'))
    const read = films.map((film, at) => readIn(film, job('a hill')).then(() => order.push(`clip ${at}`)))
    await read[0]
    const still = pool.begin('picture')
    await readIn(still, job('a hill')).then(() => order.push('picture'))
    assert.deepEqual(order, ['clip 0', 'picture'])
    for (const film of films) {
      film.end()
    }
    await Promise.allSettled(read)
  } finally {
    await pool.close()
  }
})

test('a stopped clip draws at most one more frame', async () => {
  const film = drawing.begin('clip')
  const drawn = new Int32Array(film.control)
  let atStop = 0
  const stopped = film.run({ kind: 'gop', job: clip, from: 0, to: 24 }, () => {
    if (atStop > 0) return
    film.end()
    atStop = Atomics.load(drawn, DRAWN)
  })
  await assert.rejects(stopped, /ended/)
  // The pool has one thread with one lane for clips: this runs only when the stopped one has let go of it.
  const next = drawing.begin('clip')
  await next.run({ kind: 'cover', job: clip })
  next.end()
  const more = Atomics.load(drawn, DRAWN) - atStop
  assert.ok(more <= 1, `${more} frames were drawn after the stop`)
})

test('an idle pool lets the process end, and a busy one keeps it', async () => {
  const script = `
    import { openPool } from './packages/diorama/src/threads/pool.ts'
    const pool = openPool({ threads: 1, program: new URL('./packages/diorama/test/support/faulty-thread.ts', 'file://' + process.cwd() + '/') })
    const order = { kind: 'picture', job: { prompt: 'done', width: 2, height: 2, seed: 1, references: [] } }
    pool.begin('picture').run(order).then((result) => console.log(Buffer.from(result.bytes).toString()))`
  const args = ['--input-type=module-typescript', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  assert.equal(stdout.trim(), 'done')
})
