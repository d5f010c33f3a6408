// Loaded into every test process before its file. What a time limit for tests does not see (a file that never comes to its
// end, before its first test or after its last) ends here, with a reason. A process that gives its event loop no turn
// cannot do so itself: it leaves its number for the runner, which then kills it.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const { searchParams } = new URL(import.meta.url)
const limitMs = Number(searchParams.get('limitMs'))
const file = process.argv[1] ?? ''

// Programs and threads that a test starts inherit this module; they end with their test.
if (isMainThread && file.endsWith('.test.ts')) {
  const mark = join(searchParams.get('folder') ?? '.', String(process.pid))
  writeFileSync(mark, file)
  process.once('exit', () => rmSync(mark, { force: true }))
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap')
    console.error(`${file} has not ended after ${limitMs / 1000} s. Still open: ${open.join(', ') || 'nothing'}.`)
    process.exit(1)
  }, limitMs).unref()
}
