import { fork, type ChildProcess } from 'node:child_process'
import { compiledBefore } from './compiled-before.ts'

// Starting one takes a fifth of a second, keeping one 70 MB: it stays while orders come, not for those that came once.
const IDLE_MS = 30_000

/** What became of an order when the program itself had nothing more to say. */
export type Silence = { kind: 'hangs' } | { kind: 'ended' }

export type ChildProgram<Order, Report> = {
  /**
   * Does one order at a time. Throws only where the program could not be started. A report of the kind `ask` is a question on
   * the way: the program goes on with what `answer` says.
   */
  run(order: Order, answer?: Answer): Promise<Report | Silence>
}

type Answer = (question: unknown) => Promise<unknown>

type Options<Order, Report> = {
  program: URL
  /** A program that says nothing for so long hangs without working: what it takes is watched from inside. */
  hangsAfterMs: number
  /** Whether the program can be given another order after this. */
  mayGoOn: (said: Report, order: Order) => boolean
}

/**
 * A program in a process of its own: what crashes it, or has to be stopped, takes nothing else with it. The process
 * starts with the first order, and again when it had to be ended. It says `ready` first.
 */
export function childProgram<Order extends object, Report extends { kind: string }>(
  options: Options<Order, Report>,
): ChildProgram<Order, Report> {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const end = (): void => {
    child?.kill('SIGKILL')
    child = undefined
  }
  const started = async (): Promise<ChildProcess> => {
    const fresh = startProgram(options.program)
    child = fresh
    const said = await nextReport<Report>(fresh, options.hangsAfterMs)
    if (said.kind === 'ready') return fresh
    end()
    throw new Error(`the program ${options.program.pathname} did not start`)
  }
  return {
    run: async (order, answer) => {
      clearTimeout(idle)
      const current = child?.connected === true ? child : await started()
      holdsUs(current, true)
      current.send(order)
      const said = await nextReport<Report>(current, options.hangsAfterMs, answer)
      holdsUs(current, false)
      if (!isSilence(said) && options.mayGoOn(said, order)) idle = setTimeout(end, IDLE_MS).unref()
      else end()
      return said
    },
  }
}

function isSilence(said: { kind: string }): said is Silence {
  return said.kind === 'hangs' || said.kind === 'ended'
}

function startProgram(program: URL): ChildProcess {
  return fork(program, [], {
    // Nothing of our settings is any business of foreign code. Fewer arenas: what one picture freed, the next can use.
    env: { MALLOC_ARENA_MAX: '2', ...compiledBefore() },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** A program that waits for orders must not keep a process alive that has nothing else to do. */
function holdsUs(child: ChildProcess, holds: boolean): void {
  if (holds) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

async function nextReport<Report>(
  child: ChildProcess,
  hangsAfterMs: number,
  answer?: Answer,
): Promise<Report | Silence> {
  return await new Promise((resolve) => {
    const told = (said: Report | Silence): void => {
      clearTimeout(timer)
      child.off('message', heard).off('exit', ended).off('error', ended)
      resolve(said)
    }
    const heard = (said: unknown): void => {
      if (answer !== undefined && (said as { kind?: string }).kind === 'ask')
        void answer(said).then((reply) => child.connected && child.send({ reply }))
      else told(said as Report)
    }
    const ended = (): void => told({ kind: 'ended' })
    const timer = setTimeout(() => told({ kind: 'hangs' }), hangsAfterMs)
    child.on('message', heard).on('exit', ended).on('error', ended)
  })
}
