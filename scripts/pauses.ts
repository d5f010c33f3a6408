// Runs a command while it stops and continues the processes that it starts, at random: `npm run pauses -- --seed 7 npm test -- limits`.
// A machine that hands its cores to others does the same to tests, and whatever relies on quickness fails here.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seeded } from '../test/chaos/seeded-random.ts'
import { isStopped, treeOf } from '../test/runner/process-tree.ts'

const STOPPED_MS = 200
const BETWEEN_MS = 300
// Of the processes at each turn: some of a service, its database and its browser go on while others stand still.
const SHARE = 0.25

const argv = process.argv.slice(2)
// Options come first; what follows them is the command, with options of its own.
const from = argv[0] === '--seed' ? 2 : 0
const { seed } = parseArgs({ args: argv.slice(0, from), options: { seed: { type: 'string', default: '1' } } }).values
const [command = '', ...args] = argv.slice(from)
if (command === '') throw new Error('Name the command: npm run pauses -- --seed 7 npm test -- limits')
const random = seeded(Number(seed))

const child = spawn(command, args, { stdio: 'inherit' })
const stopped = new Set<number>()
// npm ends its shell, but not what the shell has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => sendToAll(signal))
const stopping = new AbortController()
let turns = 0
child.once('close', (code, signal) => {
  stopping.abort()
  process.exitCode = code ?? 128 + constants.signals[signal ?? 'SIGKILL']
})
try {
  while (!stopping.signal.aborted) {
    await pause(random.fraction() * BETWEEN_MS, undefined, stopping)
    turns++
    // What a test has stopped itself stays so.
    for (const { pid } of treeOf(process.pid))
      if (pid !== process.pid && random.chance(SHARE) && !isStopped(pid) && send(pid, 'SIGSTOP')) stopped.add(pid)
    await pause(STOPPED_MS, undefined, stopping)
    continueAll()
  }
} catch (error) {
  if (!stopping.signal.aborted) throw error
} finally {
  continueAll()
  console.log(`Seed ${seed}: ${turns} times some of its processes stood still for ${STOPPED_MS} ms.`)
}

function continueAll(): void {
  for (const pid of stopped) send(pid, 'SIGCONT')
  stopped.clear()
}

function sendToAll(signal: NodeJS.Signals): void {
  for (const { pid } of treeOf(process.pid)) if (pid !== process.pid) send(pid, signal)
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
