// Loaded into every test process before its files. What a time limit for tests does not see (a file that never comes to its
// end, before its first test or after its last) ends here, with a reason. A process that gives its event loop no turn
// cannot do so itself: it leaves its number for the runner, which then kills it.
import { isMainThread } from 'node:worker_threads'
import { tellStuck } from '../support/stuck.ts'
import { currentFile, leaveMark, leaveTestMark, reportCpu } from './process-report.ts'
import { STUCK_SIGNAL } from './idle.ts'

const limitMs = Number(new URL(import.meta.url).searchParams.get('limitMs'))
const program = process.argv[1] ?? ''

// Programs and threads that a test starts inherit this module; they end with their test.
if (isMainThread && program.endsWith('.test.ts')) {
  // Before the mark: who is not marked is not told.
  if (process.platform === 'linux') process.on(STUCK_SIGNAL, tellStuck)
  const removeMark = leaveMark(program)
  const { beforeEach } = await import('./light-scopes.ts')
  beforeEach(({ name }) => leaveTestMark(name))
  process.once('exit', () => {
    // A worker has reported each of its files.
    if (currentFile() === program) reportCpu(program, 0)
    removeMark()
  })
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap')
    console.error(
      `${currentFile()} has not ended after ${limitMs / 1000} s. Still open: ${open.join(', ') || 'nothing'}.`,
    )
    process.exit(1)
  }, limitMs).unref()
}
