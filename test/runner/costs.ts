import type { EventData, TestsStream } from 'node:test'
import { shown } from './choose-files.ts'

const SHOWN_FILES = 25
const SHOWN_TESTS = 15

type Cost = { name: string; seconds: number }
/** CPU seconds of files, and seconds of tests. */
export type Costs = { files: Cost[]; tests: Cost[] }

/** Gathers the tests that are run, and what they take, from what the runner reports anyway. */
export function countTests(root: string, stream: TestsStream): Cost[] {
  const tests: Cost[] = []
  stream.on('test:complete', ({ name, file = '', nesting, details }: EventData.TestComplete) => {
    // A process is reported like a test, under its own path, and a file in a worker as a suite.
    if (name === file || details.type === 'suite' || nesting > 1) return
    tests.push({ name: `${shown(root, file)}: ${name}`, seconds: details.duration_ms / 1000 })
  })
  return tests
}

/** Where a file belongs: `src`, `test/chaos`, `packages/diorama`. */
function groupOf(path: string): string {
  const [top = '', second = '', third] = path.split('/')
  return top === 'src' || third === undefined ? top : `${top}/${second}`
}

/** The sums for each part of the tests, and with `inFull` the dearest files and tests. */
export function costTable(costs: Costs, inFull: boolean): string {
  const groups = new Map<string, { seconds: number; files: number }>()
  for (const { name, seconds } of costs.files) {
    const group = groups.get(groupOf(name)) ?? { seconds: 0, files: 0 }
    groups.set(groupOf(name), { seconds: group.seconds + seconds, files: group.files + 1 })
  }
  const total = sumOf(costs.files)
  const rows = [...groups].sort(([, a], [, b]) => b.seconds - a.seconds)
  const lines = [
    'What the tests cost, in CPU seconds:',
    ...rows.map(([name, { seconds, files }]) => {
      const share = total === 0 ? 0 : Math.round((seconds / total) * 100)
      return `${column(seconds)}  ${String(share).padStart(3)} %  ${name} (${files} ${files === 1 ? 'file' : 'files'})`
    }),
    `${column(total)}  100 %  all ${costs.files.length}`,
  ]
  if (inFull)
    lines.push('', 'Files:', ...dearest(costs.files, SHOWN_FILES), '', 'Tests:', ...dearest(costs.tests, SHOWN_TESTS))
  return `\n${lines.join('\n')}\n`
}

function dearest(costs: readonly Cost[], most: number): string[] {
  return [...costs]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ name, seconds }) => `${column(seconds)}  ${name}`)
}

function sumOf(costs: readonly Cost[]): number {
  return costs.reduce((sum, { seconds }) => sum + seconds, 0)
}

function column(seconds: number): string {
  return seconds.toFixed(1).padStart(8)
}
