import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { LoopDelay } from './loop-meter.ts'
import { heavyPng } from '../test/support/uploads.ts'

/**
 * What large and hostile bodies of one key cost: the most memory that the service ever held, and how long others waited
 * for an answer meanwhile. `node bench/bodies.ts [folder of another checkout] [part of a name]`.
 */
const checkout = resolve(process.argv[2] ?? '.')
const MIB = 2 ** 20
const SIZE = 60 * MIB
const METER = resolve(import.meta.dirname, 'loop-meter.ts')
const KEY = 'a-key-for-measuring-bodies'

type Load = { name: string; type?: string; head: string; filler: string; tail: string; times: number }

const field = (name: string): string => `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
const form = 'multipart/form-data; boundary=B'
const LOADS: Load[] = [
  { name: 'base64, 1 body', head: '{"image":"data:;base64,', filler: 'QUFB', tail: '"}', times: 1 },
  { name: 'percent signs, 1 body', head: '{"image":"data:,', filler: '%41', tail: '"}', times: 1 },
  {
    name: 'percent signs in a form',
    type: form,
    head: `${field('image')}data:,`,
    filler: '%41',
    tail: '\r\n--B--\r\n',
    times: 1,
  },
  { name: 'spaces', head: '{', filler: ' ', tail: '}', times: 1 },
  { name: 'escaped quotes', head: '{"prompt":"', filler: '\\"', tail: '"}', times: 1 },
  { name: 'digits', head: '{"seed":', filler: '1', tail: '}', times: 1 },
  { name: 'brackets', head: '{"image":', filler: '[', tail: '}', times: 1 },
  { name: 'names', head: '{', filler: '"a":1,', tail: '}', times: 1 },
  { name: 'nine pictures, 8 bodies', head: '', filler: '', tail: '', times: 8 },
  { name: 'nine pictures, 48 bodies', head: '', filler: '', tail: '', times: 48 },
]

const nineImages = async (): Promise<Buffer> => {
  const image = `"data:;base64,${(await heavyPng(4.9 * MIB)).toString('base64')}"`
  return Buffer.from(`{"prompt":"a","model":"sandbox","image":[${Array(9).fill(image).join(',')}]}`)
}

async function bodyOf({ head, filler, tail }: Load): Promise<Buffer> {
  if (filler === '') return nineImages()
  return Buffer.concat([Buffer.from(head), Buffer.alloc(SIZE, filler), Buffer.from(tail)])
}

type Open = { url: string; pid: number; meter(): Promise<LoopDelay>; close(): Promise<void> }

async function open(): Promise<Open> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mediagen-bodies-'))
  const env = {
    ...process.env,
    PORT: '0',
    MEDIAGEN_DATA_DIR: dataDir,
    MEDIAGEN_API_KEY: KEY,
    MEDIAGEN_DRAIN_SECONDS: '0',
  }
  const child = spawn(process.execPath, ['--import', METER, join(checkout, 'src/main.ts'), 'serve'], {
    env: { ...env, MEDIAGEN_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const url = await new Promise<string>((resolve) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = /ready at (\S+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  const close = async (): Promise<void> => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
  // The meter starts anew each time that it is read.
  const meter = async (): Promise<LoopDelay> => {
    child.send('read')
    const [delay] = (await once(child, 'message')) as [LoopDelay]
    return delay
  }
  return { url, pid: child.pid ?? 0, meter, close }
}

function send(url: string, type: string, body: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': type, 'content-length': body.length }
    const sent = request(`${url}/api/ai/videos`, { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(String(answer.statusCode)))
    })
    sent.on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    sent.end(body)
  })
}

async function measure(load: Load): Promise<void> {
  const service = await open()
  const body = await bodyOf(load)
  // What a process does for the first time is slow, and not what is asked here.
  for (let round = 0; round < 50; round++)
    await send(service.url, 'application/json', Buffer.from('{"image":"data:,x"}'))
  for (let round = 0; round < 50; round++) await (await fetch(`${service.url}/healthz`)).arrayBuffer()
  const waits: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const start = performance.now()
      await (await fetch(`${service.url}/healthz`)).arrayBuffer()
      waits.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  await service.meter()
  const start = performance.now()
  const answers = await Promise.all(
    Array.from({ length: load.times }, () => send(service.url, load.type ?? 'application/json', body)),
  )
  const seconds = (performance.now() - start) / 1000
  isOver = true
  await asking
  const delay = await service.meter()
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8')
  const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
  await service.close()
  waits.sort((a, b) => a - b)
  const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0
  const cells = [
    load.name,
    [...new Set(answers)].join(' '),
    seconds.toFixed(1),
    peak.toFixed(0),
    delay.p99Ms.toFixed(0),
    delay.maxMs.toFixed(0),
    p99.toFixed(0),
    (waits.at(-1) ?? 0).toFixed(0),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

console.log(
  '| bodies of 60 MiB | answers | seconds | peak MB | loop p99 ms | loop max ms | health p99 ms | health max ms |\n|---|---|---|---|---|---|---|---|',
)
for (const load of LOADS.filter(({ name }) => name.includes(process.argv[3] ?? ''))) await measure(load)
