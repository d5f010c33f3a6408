import { fork, type ChildProcess } from 'node:child_process'
import { AppError } from '../core/errors.ts'
import type { ImageFacts, Pixels } from '../ports/images.ts'
import type { DecoderOrder, DecoderReport, Written } from './decoder-orders.ts'
import { damaged, tooMuchWork } from './picture-errors.ts'

// The compiled program has the same files under another ending.
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('./decoder-program.ts', import.meta.url)
  : new URL('./decoder-program.js', import.meta.url)

// The allowance of processor time ends a picture long before; this is for a decoder that hangs without working.
const HANGS_AFTER_MS = 60_000
// Starting one takes a fifth of a second, keeping one 70 MB: it stays while pictures come, not for those that came once.
const IDLE_MS = 30_000

type Report = DecoderReport | { kind: 'hangs' } | { kind: 'ended' }

/** Does one order at a time; what it throws is for the caller of the service, unless no decoder could be started. */
export type DecoderProcess = { run(order: DecoderOrder): Promise<ImageFacts | Pixels | Written> }

/**
 * A decoder in a process of its own: a picture that crashes it, or has to be stopped, takes nothing else with it. The
 * process starts with the first order, and again when it had to be ended.
 */
export function decoderProcess(): DecoderProcess {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const end = (): void => {
    child?.kill('SIGKILL')
    child = undefined
  }
  const started = async (): Promise<ChildProcess> => {
    const fresh = startProgram()
    child = fresh
    const said = await nextReport(fresh)
    if (said.kind === 'ready') return fresh
    end()
    throw new Error('the program that decodes pictures did not start')
  }
  return {
    run: async (order) => {
      clearTimeout(idle)
      const current = child?.connected === true ? child : await started()
      holdsUs(current, true)
      current.send(order)
      const said = await nextReport(current)
      holdsUs(current, false)
      if (said.kind === 'done' || said.kind === 'refused') idle = setTimeout(end, IDLE_MS).unref()
      else end()
      return resultOf(said, order)
    },
  }
}

function startProgram(): ChildProcess {
  return fork(PROGRAM, [], {
    // Nothing of our settings is any business of a decoder. Fewer arenas: what one picture freed, the next can use.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** A decoder that waits for orders must not keep a process alive that has nothing else to do. */
function holdsUs(child: ChildProcess, holds: boolean): void {
  if (holds) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

async function nextReport(child: ChildProcess): Promise<Report> {
  return await new Promise((resolve) => {
    const told = (said: Report): void => {
      clearTimeout(timer)
      child.off('message', heard).off('exit', ended).off('error', ended)
      resolve(said)
    }
    const heard = (said: unknown): void => told(said as DecoderReport)
    const ended = (): void => told({ kind: 'ended' })
    const timer = setTimeout(() => told({ kind: 'hangs' }), HANGS_AFTER_MS)
    child.on('message', heard).on('exit', ended).on('error', ended)
  })
}

function resultOf(said: Report, { work }: DecoderOrder): ImageFacts | Pixels | Written {
  switch (said.kind) {
    case 'done':
      return said.result
    case 'refused':
      throw new AppError(said.code, said.message, { param: 'image' })
    case 'over':
      throw tooMuchWork(said.what)
    case 'hangs':
      throw tooMuchWork('time')
    case 'ended':
      throw damaged(work.type, new Error('the decoder crashed'))
    case 'ready':
      throw new Error('the decoder spoke out of turn')
  }
}
