// Signs a file again and again, or only copies and hashes it, and tells what one of them took. Its arguments are the folder to
// work in, `picture` or `clip`, and `signed` or `plain`.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeCertificates } from '../../src/media/credentials/make-certificates.ts'
import { contentCredentials } from '../../src/media/credentials/content-credentials.ts'
import { fileIsSigned } from '../../src/media/credentials/file-walker.ts'
import { systemClock } from '../../src/runtime/system.ts'

const [folder = '', kind = 'picture', how = 'signed'] = process.argv.slice(2)
const path = join(folder, kind)
const file = { path, mediaType: kind === 'clip' ? 'video/mp4' : 'image/png', bytes: (await stat(path)).size }
const TIMES = kind === 'clip' ? 1 : 10
const TICK_MS = 10

const { chain, key } = makeCertificates('bench', systemClock.now())
const files = { certificates: join(folder, `${process.pid}-chain.pem`), key: join(folder, `${process.pid}-key.pem`) }
writeFileSync(files.certificates, chain)
writeFileSync(files.key, key, { mode: 0o600 })
const generator = { name: 'mediagen', version: '0.0.0' }
const { sign } = contentCredentials({ files, isRequired: true, generator, clock: systemClock })
const claim = { model: 'm', taskId: '1', at: 0, sourceType: 'trainedAlgorithmicMedia', isEdit: false } as const

let peakMib = 0
const workMs = new Map<string, number>()
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + [...workMs.values()].reduce((sum, ms) => sum + ms, 0)
}

/** What the processes that sign have held at most, and worked: this one only waits for them. */
function lookAtChildren(): void {
  const tasks = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' '),
  )
  for (const child of tasks.filter((each) => each !== '' && existsSync(`/proc/${each}/status`))) {
    const held = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1]
    peakMib = Math.max(peakMib, Number(held ?? 0) / 1024)
    const ticks = readFileSync(`/proc/${child}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 13)
    workMs.set(child, ticks.reduce((sum, each) => sum + Number(each), 0) * TICK_MS)
  }
}

async function one(): Promise<boolean> {
  if (how === 'plain') {
    const bytes = readFileSync(path)
    writeFileSync(`${path}.copy`, bytes)
    return createHash('sha256').update(bytes).digest().length === 32
  }
  const watching = setInterval(lookAtChildren, 20)
  const signing = await sign?.(file, claim, [], '')
  clearInterval(watching)
  lookAtChildren()
  if (signing?.kind !== 'signed') return false
  const isSigned = await fileIsSigned(`${path}.signed`)
  await signing.discard()
  return isSigned
}

let isDone = await one()
const began = performance.now()
const cpuBefore = cpuMs()
for (let time = 0; time < TIMES; time++) isDone = (await one()) && isDone
const ms = (performance.now() - began) / TIMES
if (how === 'plain') peakMib = process.resourceUsage().maxRSS / 1024
process.send?.({ isDone, ms, peakMib, cpuMs: (cpuMs() - cpuBefore) / TIMES })
process.disconnect?.()
