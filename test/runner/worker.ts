// A process that runs many test files, one after the other: a process for each file, with the whole service loaded into it
// anew, took half of the time of all tests. Workers take their files from one list, so none idles beside a long one.
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sharesProcess } from '../support/at-process-end.ts'
import { shown } from './choose-files.ts'
import { countUnwaited, leaveMark, readCpu, reportCpu } from './process-report.ts'

export type FileList = {
  root: string
  files: string[]
  /** Those that open a browser. */
  inBrowser: string[]
}

// What is done has nothing left to do: a process that goes on for this long was left something open by one of its files.
const LINGERS_MS = 120_000

/** Runs files of the list in this folder until none is left; workers are counted from one. */
export async function runListedFiles(folder: string, worker: number): Promise<void> {
  const list = JSON.parse(readFileSync(join(folder, 'list.json'), 'utf8')) as FileList
  const { root } = list
  const mine: string[] = []
  const endWhatIsShared = sharesProcess()
  for (const file of inOrderOf(worker, list))
    if (isMine(folder, list.files.indexOf(file))) {
      mine.push(shown(root, file))
      await runFile(root, file)
    }
  await countUnwaited(endWhatIsShared)
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap')
    console.error(`One of these left something open (${open.join(', ')}):\n${mine.join('\n')}`)
    process.exit(1)
  }, LINGERS_MS).unref()
}

/**
 * The first worker begins with what needs a browser, the others end with it: a browser for each of them has to start, and to
 * read the code of the console, before it is as quick as the one that is there.
 */
export function inOrderOf(worker: number, { files, inBrowser }: FileList): string[] {
  const others = files.filter((file) => !inBrowser.includes(file))
  return worker === 1 ? [...inBrowser, ...others] : [...others, ...inBrowser.toReversed()]
}

/** True for the first worker that asks. */
function isMine(folder: string, index: number): boolean {
  try {
    closeSync(openSync(join(folder, `taken-${index}`), 'wx'))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** A file is a suite, so its hooks are its own: they begin and end with it, and not with the process. */
async function runFile(root: string, file: string): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const startedAt = readCpu()
  leaveMark(file)
  describe(shown(root, file), async () => {
    try {
      await import(pathToFileURL(file).href)
    } finally {
      // The last hook of the suite, and the only one of a file that could not be loaded.
      after(() => {
        reportCpu(file, startedAt)
        end()
      })
    }
  })
  await ended
}
