// One contender of the queue as a process of its own. Its arguments are which, and the database; it is told what to do by
// messages, and answers each with how long that took.
import { aKey, anOutcome, aTask } from '../../test/contracts/build.ts'
import { bareLoop, ourStore, type Contender } from '../queue-contenders.ts'
import { bareLoopOverOurTables } from '../queue-floor.ts'
import { openGraphileWorker, openPgBoss } from '../queue-peers.ts'

export type QueueOrder = { do: 'fill' | 'work' | 'pickUp' | 'close'; jobs: number }
export type QueueAnswer = { ms: number; waits: number[] }

const BATCH = 20
const WORKERS = 4
const [which = '', url = ''] = process.argv.slice(2)

const CONTENDERS: Readonly<Record<string, () => Contender | Promise<Contender>>> = {
  postgres: () => ourStore(which, { url, aKey, aTask, anOutcome }),
  sqlite: () => ourStore(which, { file: url, aKey, aTask, anOutcome }),
  bare: () => bareLoop(url),
  floor: () => bareLoopOverOurTables(url, ourStore(which, { url, aKey, aTask, anOutcome })),
  'pg-boss': () => openPgBoss(url),
  'graphile-worker': () => openGraphileWorker(url),
}

const contender = await CONTENDERS[which]?.()
if (contender === undefined) throw new Error(`no contender ${which}`)
await contender.open()

async function obey(order: QueueOrder): Promise<QueueAnswer> {
  const began = performance.now()
  let waits: number[] = []
  switch (order.do) {
    case 'fill':
      await contender?.fill(order.jobs)
      break
    case 'work':
      await contender?.work(order.jobs, { batch: BATCH, workers: WORKERS })
      break
    case 'pickUp':
      waits = (await contender?.pickUp(order.jobs)) ?? []
      break
    case 'close':
      await contender?.close()
      break
  }
  return { ms: performance.now() - began, waits }
}

async function answer(order: QueueOrder): Promise<void> {
  process.send?.(await obey(order))
  if (order.do === 'close') process.disconnect?.()
}

process.on('message', (order: QueueOrder) => void answer(order))
// Nobody is left to work for.
process.on('disconnect', () => process.exit())
process.send?.('open')
