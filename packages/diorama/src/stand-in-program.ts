import { parentPort } from 'node:worker_threads'
import { makeStandInClip } from './stand-in-clip.ts'
import type { StandInOrder, StandInReport } from './stand-in-thread.ts'
import { stepBack } from './threads/priority.ts'

// The program of the thread that makes stand-in clips, one after the other.

const port = parentPort
if (!port) throw new Error('This program runs as a worker thread only')
stepBack()

const report = (said: StandInReport): void => port.postMessage(said)
let last = Promise.resolve()

port.on('message', ({ id, order }: { id: number; order: StandInOrder }) => {
  last = last
    .then(() => makeStandInClip(order))
    .then((clip) => report({ id, clip }))
    .catch((error: unknown) => report({ id, reason: error instanceof Error ? error.message : String(error) }))
})
