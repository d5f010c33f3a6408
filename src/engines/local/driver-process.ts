import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { Clock } from '../../ports/runtime.ts'
import { readReport, type Order, type Report } from './protocol.ts'

/** How a driver is started. From our environment, it gets only what is named here. */
export type DriverProgram = {
  command: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  /** A separate folder. */
  cwd: string
}

/** The program that runs models is unavailable; the message tells the operator what to do. */
export class RuntimeUnavailable extends Error {}

/** How a driver ended, and the last output of the native library. */
export type Ending = { code: number | null; signal: NodeJS.Signals | null; lastWords: string; cause?: string }

export type DriverProcess = {
  send(order: Order): void
  /** Listens to every report from now on; one listener at a time. */
  listen(hear: (report: Report) => void): void
  readonly ended: Promise<Ending>
  /** When it last wrote anything but the answer to a ping, by the clock's `elapsed`. */
  lastByteAt(): number
  /** When it last answered a ping. */
  lastPongAt(): number
  kill(cause?: string): void
}

const PING_MS = 1_000
// Below the service, which answers people, and above nothing else on the machine. Not lower: a driver without processor
// time cannot feed a card, and one that is starved for minutes looks like one that hangs.
const NICENESS = 5
// Linux accepts one such change per tenth of a second, over all processes.
const ASK_AGAIN_MS = 200
const MOST_LAST_WORDS = 4_096
// A picture of 4096x4096 as base64 is smaller than this.
const LONGEST_LINE = 128 * 2 ** 20
const MOST_GARBAGE = 1_000

/** Starts a driver. It ends with us: its pipe closes, and a driver without pings for a long time exits. */
export async function startDriver(program: DriverProgram, clock: Clock): Promise<DriverProcess> {
  await mkdir(program.cwd, { recursive: true, mode: 0o700 })
  const child = spawn(program.command, program.args, {
    cwd: program.cwd,
    env: program.env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
    // A separate process group: a driver that has started another program is ended together with it.
    detached: true,
  })
  const over = endOf(child)
  lowerPriority(child)
  const words = lastWordsOf(child)
  let cause: string | undefined
  const kill = (why?: string): void => {
    cause ??= why
    killGroup(child)
  }
  let hear: ((report: Report) => void) | undefined
  const seen = { byte: clock.elapsed(), pong: clock.elapsed() }
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', () => (seen.byte = clock.elapsed()))
  const onReport = (report: Report): void => {
    // A driver that answers pings may be waiting for a library, or for another program, that never returns.
    if (report.ev === 'pong') return void (seen.pong = clock.elapsed())
    seen.byte = clock.elapsed()
    hear?.(report)
  }
  // Where descriptors have run out, a driver that could not be started has no pipes.
  const pipes = child.stdio as ChildProcess['stdio'] | undefined
  if (pipes !== undefined) readLines(pipes[4] as Readable, kill, onReport)
  const ended = over.then(({ code, signal, problem }): Ending => {
    gone.abort()
    return { code, signal, lastWords: problem ?? words(), ...(cause === undefined ? {} : { cause }) }
  })
  const gone = new AbortController()
  if (child.pid !== undefined) void lowerSession(child.pid, clock, gone.signal)
  const pipe = pipes?.[3] as Writable | undefined
  // A driver that is gone reads nothing; its exit event reports that.
  pipe?.on('error', () => undefined)
  const send = (order: Order): void => void (pipe?.writable === true && pipe.write(`${JSON.stringify(order)}\n`))
  void beat(clock, gone.signal, () => send({ op: 'ping' }))
  return {
    send,
    listen: (next) => (hear = next),
    ended,
    lastByteAt: () => seen.byte,
    lastPongAt: () => seen.pong,
    kill,
  }
}

async function beat(clock: Clock, gone: AbortSignal, ping: () => void): Promise<void> {
  while (!gone.aborted) {
    ping()
    await clock.sleep(PING_MS, gone, { keepsProcess: false })
  }
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It is gone, or the system has no process groups.
    child.kill('SIGKILL')
  }
}

function lowerPriority(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS)
  } catch {
    // It has already ended, or the system has no priorities: then it runs like all others.
  }
}

/**
 * If Linux divides the processor by session first, niceness counts only inside a session. A driver has its own session,
 * so it would weigh as much as the service. Other systems have no such file.
 */
async function lowerSession(pid: number, clock: Clock, gone: AbortSignal): Promise<void> {
  while (!gone.aborted) {
    const problem = await writeFile(`/proc/${pid}/autogroup`, String(NICENESS)).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code,
    )
    if (problem !== 'EAGAIN') return
    await clock.sleep(ASK_AGAIN_MS, gone, { keepsProcess: false })
  }
}

/** Resolves when the process is gone and all of its output was read. */
async function endOf(child: ChildProcess): Promise<Omit<Ending, 'lastWords'> & { problem?: string }> {
  return await new Promise((resolve) => {
    // Its children do not outlive it, however it ended: they may hold the memory of a card.
    child.once('exit', () => killGroup(child))
    child.once('close', (code, signal) => resolve({ code, signal }))
    child.on('error', ({ message }) => resolve({ code: null, signal: null, problem: message }))
  })
}

function lastWordsOf(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => (text = (text + more).slice(-MOST_LAST_WORDS)))
  return () => text
}

/** Reads reports line by line. A driver that floods us, or sends only garbage, is ended. */
function readLines(stream: Readable, kill: (cause: string) => void, onReport: (report: Report) => void): void {
  let parts: string[] = []
  let length = 0
  let garbage = 0
  const read = (line: string): void => {
    const report = readReport(line)
    if (report !== undefined) onReport(report)
    else if (line.trim() !== '' && ++garbage > MOST_GARBAGE) kill('it kept writing lines that are not reports')
  }
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = text.split('\n')
    for (const [index, line] of lines.entries()) {
      parts.push(line)
      length += line.length
      if (index < lines.length - 1) {
        read(parts.join(''))
        parts = []
        length = 0
      }
    }
    if (length > LONGEST_LINE) {
      kill('it wrote an endless line')
      parts = []
      length = 0
    }
  })
  stream.on('error', () => undefined)
}
