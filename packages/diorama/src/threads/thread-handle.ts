import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { gopBuffers, type FromThread, type Order, type Step, type ToThread, type Yield } from './messages.ts'
import { Refusal } from './refusal.ts'

/**
 * Pictures and clips have a lane each in every thread: a picture slips in between two frames of a clip. Reading has one of
 * its own: it takes milliseconds, and is done between two strokes of whatever is drawn there.
 */
export type Lane = 'picture' | 'clip' | 'read'

/** One order on its way through the pool. */
export type Ticket = {
  id: number
  errand: number
  control: SharedArrayBuffer
  order: Order
  onStep: (step: Step) => void
  resolve: (result: Yield) => void
  reject: (error: Error) => void
}

/** A worker thread as the pool sees it: one order per lane at a time. */
export type Thread = {
  busy(lane: Lane): boolean
  load(): number
  give(lane: Lane, ticket: Ticket, onFree: () => void): void
  forget(errand: number): void
  close(): Promise<void>
}

type Slot = { ticket: Ticket; onFree: () => void }

/** Starts a thread; when it dies, its orders fail, and `onLost` lets the pool forget it. */
export function openThread(program: URL, onLost: (thread: Thread) => void): Thread {
  // Not the process's own flags: some of them (--eval, --test) make no sense for a thread and would end it.
  // A small nursery is collected more often, and with it the pixels that hang on it.
  const worker = new Worker(program, {
    execArgv: [],
    env: compiledBefore(),
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const slots = new Map<Lane, Slot>()
  // Orders given and not yet answered keep the process alive; an idle thread does not.
  worker.unref()

  const free = (lane: Lane): Slot | undefined => {
    const slot = slots.get(lane)
    slots.delete(lane)
    if (slots.size === 0) worker.unref()
    return slot
  }

  const send = (message: ToThread, transfer: ArrayBuffer[] = []): void => worker.postMessage(message, transfer)

  const lose = (error: Error): void => {
    onLost(thread)
    const lost = [...slots.keys()].map(free)
    for (const slot of lost) slot?.ticket.reject(error)
    for (const slot of lost) slot?.onFree()
  }

  worker.on('message', (message: FromThread) => {
    const found = [...slots].find(([, slot]) => slot.ticket.id === message.ticket)
    if (!found) return
    const [lane, slot] = found
    if (message.kind === 'step') return slot.ticket.onStep(message)
    free(lane)
    if (message.kind === 'done') slot.ticket.resolve(message.result)
    else slot.ticket.reject(message.refused ? new Refusal(message.reason) : new Error(message.reason))
    slot.onFree()
  })
  worker.on('messageerror', (error) => lose(new Error('A drawing thread sent something unreadable', { cause: error })))
  worker.on('error', (error) => lose(new Error(`A drawing thread crashed: ${messageOf(error)}`, { cause: error })))
  worker.on('exit', (code) => lose(new Error(`A drawing thread ended unexpectedly (exit code ${code})`)))

  const thread: Thread = {
    busy: (lane) => slots.has(lane),
    load: () => slots.size,
    give: (lane, ticket, onFree) => {
      slots.set(lane, { ticket, onFree })
      worker.ref()
      const { id, errand, control, order } = ticket
      send({ kind: 'work', ticket: id, errand, control, order }, buffersOf(order))
    },
    forget: (errand) => send({ kind: 'forget', errand }),
    close: async () => {
      await worker.terminate()
    },
  }
  return thread
}

// A thread does not know by itself what its process kept compiled of its last start.
function compiledBefore(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

function buffersOf(order: Order): ArrayBuffer[] {
  return order.kind === 'mux' ? order.gops.flatMap(gopBuffers) : []
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
