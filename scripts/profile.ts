// Looks into a running process: where its time goes, or what fills its memory. It goes on meanwhile, a little slower; a heap
// snapshot stops it for a second or more.
//   npm run profile -- PID [--seconds 10]     CPU, as .cpuprofile
//   npm run profile -- PID --heap             memory, as .heapsnapshot
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { inspectProcess, type Inspected } from './inspect-process.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '10' }, heap: { type: 'boolean', default: false } },
})

type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] }
type Node = { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }

const SHOWN = 15

async function profileCpu(inspected: Inspected, file: string, ms: number): Promise<void> {
  await inspected.send('Profiler.enable')
  await inspected.send('Profiler.start')
  await new Promise((resolve) => setTimeout(resolve, ms))
  const { profile } = await inspected.send('Profiler.stop')
  await writeFile(file, JSON.stringify(profile))
  for (const line of busiest(profile as Profile)) console.log(line)
}

/** The functions in which most time passed, what they call not counted. */
function busiest({ nodes, samples, timeDeltas }: Profile): string[] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const place =
        url === '' ? '' : ` ${url.replace(/^.*\/(?=(?:src|packages|node_modules)\/)/, '')}:${lineNumber + 1}`
      return [id, `${functionName || '(anonymous)'}${place}`]
    }),
  )
  const spent = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? ''
    spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[index] ?? 0) / 1_000)
  }
  return [...spent]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, ms]) => `${ms.toFixed(0).padStart(8)} ms  ${name}`)
}

async function snapshotHeap(inspected: Inspected, file: string): Promise<void> {
  const output = createWriteStream(file)
  inspected.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void output.write(String(chunk)))
  await inspected.send('HeapProfiler.enable')
  await inspected.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await new Promise((resolve) => output.end(resolve))
}

const pid = Number(positionals[0])
if (!Number.isSafeInteger(pid)) {
  console.error('npm run profile -- PID [--seconds 10] [--heap]')
  process.exitCode = 2
} else {
  const inspected = await inspectProcess(pid)
  const file = `mediagen-${pid}.${values.heap ? 'heapsnapshot' : 'cpuprofile'}`
  if (values.heap) await snapshotHeap(inspected, file)
  else await profileCpu(inspected, file, Number(values.seconds) * 1_000)
  await inspected.close()
  console.log(`written to ${file}; open it in the DevTools of a Chromium browser`)
}
