import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { drawCover, drawGop, drawRaw } from '../film/draw-frames.ts'
import type { Frames } from '../film/frames.ts'
import { openFrames } from '../film/open-frames.ts'
import { gopBuffers, type FromThread, type Order, type ReadClip, type ToThread, type Yield } from './messages.ts'
import { stepBack } from './priority.ts'
import { Refusal } from './refusal.ts'
import { openStudio, type Studio } from './studio.ts'
import { reading, shrinkAfterReading, sweepAll } from './sweep.ts'

// The program of a drawing thread: it keeps the staged scene of each clip until the pool says to forget it,
// and lets a picture pass between two frames of a clip.

const port = parentPort
if (!port) throw new Error('This program runs as a worker thread only')

type Work = Extract<ToThread, { kind: 'work' }>

stepBack()

const scenes = new Map<number, Promise<Frames>>()
let picture: Promise<void> = Promise.resolve()
const ROOM_TO_DRAW_MS = 300
const nobody = async (): Promise<void> => {}

port.on('message', (message: ToThread) => {
  if (message.kind === 'forget') forget(message.errand)
  else if (message.order.kind === 'picture') picture = perform(message, nobody)
  else if (message.order.kind === 'read') void perform(message, nobody)
  else void perform(message, () => picture)
})

const post = (message: FromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

async function perform({ ticket, errand, control, order }: Work, passing: () => Promise<void>): Promise<void> {
  const report = (fraction: number): void => post({ kind: 'step', ticket, fraction })
  const studio = openStudio({ control, passing, report })
  try {
    await studio.breathe()
    const result = await carryOut(order, errand, studio)
    post({ kind: 'done', ticket, result }, result ? resultBuffers(result) : [])
    // What was read is most often drawn here at once, and should not wait for it.
    if (order.kind === 'read') setTimeout(tidyUp, ROOM_TO_DRAW_MS, order.kind)
    else tidyUp(order.kind)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    post({ kind: 'failed', ticket, reason, ...(error instanceof Refusal && { refused: true }) })
  }
}

function tidyUp(after: Order['kind']): void {
  keepCompiled(after)
  shrinkAfterReading()
}

const kept = new Set<Order['kind']>()

// Threads are ended and never come to the end where Node would keep what it compiled: the next start begins sooner with it.
function keepCompiled(kind: Order['kind']): void {
  if (!kept.has(kind)) flushCompileCache()
  kept.add(kind)
}

async function carryOut(order: Order, errand: number, studio: Studio): Promise<Yield> {
  switch (order.kind) {
    case 'picture': {
      const { drawPicture } = await import('../picture/draw-picture.ts')
      return drawPicture(order.job, studio)
    }
    case 'read': {
      // Loaded late: the words of all languages, which a thread that only draws does without.
      const { readPrompt } = await import('../reading/read-prompt.ts')
      return { brief: reading(() => readPrompt(order.job.prompt, order.job.seed)) }
    }
    case 'cover':
      return drawCoverOf(await sceneOf(errand, order.job), studio)
    case 'gop':
      return { gop: await drawGop(await sceneOf(errand, order.job), order, studio) }
    case 'raw':
      await drawRaw(await sceneOf(errand, order.job), order, studio)
      return undefined
    case 'mux': {
      // Loaded late: 15 MB that a thread does without while it draws.
      const { muxMp4 } = await import('../film/mux.ts')
      return { bytes: await muxMp4({ ...order.job, gops: order.gops }) }
    }
  }
}

async function drawCoverOf(frames: Frames, studio: Studio): Promise<Yield> {
  return { bytes: await drawCover(frames, studio), unused: frames.unused ?? [], notes: frames.notes ?? [] }
}

function sceneOf(errand: number, job: ReadClip): Promise<Frames> {
  const known = scenes.get(errand)
  if (known) return known
  const opened = openFrames(job).finally(sweepAll)
  scenes.set(errand, opened)
  return opened
}

// At once, or the layers of this scene would still be there while the next one is built.
function forget(errand: number): void {
  if (scenes.delete(errand)) sweepAll()
}

function resultBuffers(result: NonNullable<Yield>): ArrayBuffer[] {
  if ('brief' in result) return []
  return 'gop' in result ? gopBuffers(result.gop) : ownBuffers(result.bytes)
}

// A view on a larger, pooled buffer must be copied: handing over its memory would take its neighbours along.
function ownBuffers(view: Uint8Array): ArrayBuffer[] {
  const { buffer } = view
  return buffer instanceof ArrayBuffer && buffer.byteLength === view.byteLength ? [buffer] : []
}
