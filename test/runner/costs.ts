import type { EventData, TestsStream } from 'node:test'
import { shown } from './choose-files.ts'

const SHOWN_FILES = 25
const SHOWN_TESTS = 15

type Cost = { name: string; seconds: number }

/** Adds up what files and tests take, from what the runner reports anyway. */
export function countCosts(root: string, stream: TestsStream): { files: Cost[]; tests: Cost[] } {
  const costs: { files: Cost[]; tests: Cost[] } = { files: [], tests: [] }
  stream.on('test:complete', ({ name, file = '', nesting, details }: EventData.TestComplete) => {
    const seconds = details.duration_ms / 1000
    // The file as a whole is reported like a test, under its own path: start and end of its process are in it.
    if (name === file) costs.files.push({ name: shown(root, file), seconds })
    else if (nesting === 0) costs.tests.push({ name: `${shown(root, file)}: ${name}`, seconds })
  })
  return costs
}

/** Where a file belongs: `src`, `test/chaos`, `packages/diorama`. */
function groupOf(path: string): string {
  const [top = '', second = '', third] = path.split('/')
  return top === 'src' || third === undefined ? top : `${top}/${second}`
}

/** The sums for each part of the tests, and with `inFull` the dearest files and tests. */
export function costTable(costs: { files: readonly Cost[]; tests: readonly Cost[] }, inFull: boolean): string {
  const groups = new Map<string, { seconds: number; files: number }>()
  for (const { name, seconds } of costs.files) {
    const group = groups.get(groupOf(name)) ?? { seconds: 0, files: 0 }
    groups.set(groupOf(name), { seconds: group.seconds + seconds, files: group.files + 1 })
  }
  const total = sumOf(costs.files)
  const rows = [...groups].sort(([, a], [, b]) => b.seconds - a.seconds)
  const lines = [
    'What the tests cost, in seconds of their processes (several run at a time):',
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
