// npm run bench:diorama [part …] — how fast and how large the illustrator is on this machine. Needs ffmpeg on PATH.
import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'

const PROGRAM = new URL('./diorama-part.ts', import.meta.url)
const wanted = process.argv.slice(2)
const rows: { what: string; measured: string; aim: string }[] = []
const row = (what: string, measured: string, aim = ''): number => rows.push({ what, measured, aim })
const want = (part: string): boolean => wanted.length === 0 || wanted.includes(part)

type Drawn = { first: number; second: number; peakMB: number }
type Results = {
  picture: { cold: number; warm: number }
  png: Record<string, { ms: number; kB: number }>
  baseline: { rgba: number; yuv: number; cpu: number }
  ffmpeg: Drawn & { cpu: number }
  wasm: Drawn & { cpu: number }
  parallax: Drawn
  morph: Drawn
  polls: { port: number }
}

async function part<Name extends keyof Results>(name: Name): Promise<{ child: ChildProcess; result: Results[Name] }> {
  const child = fork(PROGRAM, [name])
  const result = await new Promise<Results[Name]>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Results[Name]))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
  return { child, result }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`

if (want('picture')) {
  const { result } = await part('picture')
  row('picture 1024x576, warm', `${result.warm.toFixed(0)} ms`)
  row('picture 1024x576, first in a new process', `${result.cold.toFixed(0)} ms`)
}

if (want('png')) {
  const { result } = await part('png')
  for (const [name, { ms, kB }] of Object.entries(result))
    row(`PNG 1280x720, ${name}`, `${ms.toFixed(0)} ms, ${kB.toFixed(0)} kB`)
}

if (want('clips')) {
  const { result: before } = await part('baseline')
  const { result: ffmpeg } = await part('ffmpeg')
  const { result: wasm } = await part('wasm')
  // The machine may have become busier or calmer meanwhile.
  const { result: after } = await part('baseline')
  const rgba = (before.rgba + after.rgba) / 2
  const yuv = (before.yuv + after.yuv) / 2
  row('ffmpeg alone, 120 frames 720p RGBA', seconds(rgba), '1×')
  row('ffmpeg alone, the same as yuv420p', seconds(yuv))
  for (const [name, drawn, aim] of [
    ['ffmpeg', ffmpeg, 2],
    ['WebAssembly', wasm, 3],
  ] as const) {
    for (const run of ['first', 'second'] as const) {
      const ratios = `${(drawn[run] / rgba).toFixed(2)}× RGBA, ${(drawn[run] / yuv).toFixed(2)}× yuv`
      row(`clip 5 s 720p, ${name}, ${run}`, `${seconds(drawn[run])} = ${ratios}`, `≤ ${aim.toFixed(1)}×`)
    }
    row(`peak memory, ${name}`, `${drawn.peakMB.toFixed(0)} MB`, '≤ 400 MB')
  }
  // Processor time does not grow when others use the machine, as the seconds above do.
  const cpu = (before.cpu + after.cpu) / 2
  row('processor time: ffmpeg alone, RGBA', seconds(cpu), '1×')
  row('processor time: WebAssembly', `${seconds(wasm.cpu)} = ${(wasm.cpu / cpu).toFixed(2)}×`, '≤ 3.0×')
  const both = ffmpeg.cpu + cpu
  row('processor time: drawing and ffmpeg', `${seconds(both)} = ${(both / cpu).toFixed(2)}×`, '≤ 2.0×')
}

if (want('references')) {
  for (const name of ['parallax', 'morph'] as const) {
    const { result } = await part(name)
    row(`clip 5 s 720p, ${name}`, `${seconds(result.second)}, ${result.peakMB.toFixed(0)} MB`)
  }
}

if (want('polls')) {
  const { child, result } = await part('polls')
  const get = async (path: string): Promise<number> => {
    const start = performance.now()
    await (await fetch(`http://127.0.0.1:${result.port}${path}`)).text()
    return performance.now() - start
  }
  const p99 = async (count: number): Promise<number> => {
    const all: number[] = []
    for (let i = 0; i < count; i++) {
      all.push(await get('/'))
      await setTimeout(5)
    }
    return all.sort((a, b) => a - b)[Math.floor(count * 0.99)] ?? 0
  }
  await p99(200)
  const idle = await p99(1000)
  await get('/draw')
  await setTimeout(1000)
  const busy = await p99(1000)
  child.kill()
  row('poll p99, idle', `${idle.toFixed(2)} ms`)
  row('poll p99, while clips are drawn', `${busy.toFixed(2)} ms = ${(busy / idle).toFixed(1)}×`, '≤ 2×')
}

console.table(rows)
