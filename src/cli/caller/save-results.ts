import { spawn } from 'node:child_process'
import { extname } from 'node:path'
import type { MediaFile, MediaResult } from '@mediagen/client'
import { smallPicture } from '../small-picture.ts'
import { itermText, kittyText, pictureProtocol, shownSide } from '../terminal/preview.ts'
import type { Screen } from '../terminal/screen.ts'
import { watchInterrupts } from '../process-ends.ts'
import { pathOf, placeFor, type OutputPlace, type Words } from './output-path.ts'

type Environment = Readonly<Record<string, string | undefined>>

// A larger one takes longer to pass through a remote connection than to open.
const LARGEST_BYTES = 8 * 2 ** 20

/** Shows a result, or the cover of a video, if the terminal can; otherwise, does nothing. */
export async function showPicture(screen: Screen, environment: Environment, result: MediaResult): Promise<void> {
  const protocol = pictureProtocol(environment)
  if (!screen.isShown || protocol === undefined) return
  // The result is saved by now, so a failed preview, for example with a key that may not read receipts, does no harm.
  const still = await stillOf(result).catch(() => undefined)
  if (still === undefined) return
  if (protocol === 'iterm') return screen.print(itermText(still.bytes, still, screen.columns))
  const pixels = await smallPicture(still.bytes, shownSide(still, screen.columns))
  if (pixels !== undefined) screen.print(kittyText(pixels))
}

type Still = { width: number; height: number; bytes: Uint8Array }

async function stillOf({ files, covers }: MediaResult): Promise<Still | undefined> {
  const file = covers[0] ?? files[0]
  if (file === undefined) return undefined
  const { width, height, bytes } = await file.details()
  if (width === null || height === null || bytes > LARGEST_BYTES) return undefined
  return { width, height, bytes: await file.bytes() }
}

export type Saved = {
  path: string
  id: string
  url: string
  type?: string
  bytes?: number
  sha256?: string
  width?: number | null
  height?: number | null
  seconds?: number | null
}

export type ResultNaming = { place: OutputPlace; force: boolean; words: Omit<Words, 'id' | 'index' | 'ext'> }

/**
 * Saves all files of results under separate names, checked against the service's checksums, and yields each. A Ctrl-C
 * leaves no partial file.
 */
export async function* saveResults(
  results: readonly MediaResult[],
  { place, force, words }: ResultNaming,
): AsyncGenerator<Saved, void> {
  const interrupts = watchInterrupts({ onFirst: () => undefined, onSecond: () => undefined })
  const { signal } = interrupts
  try {
    const files = results.flatMap((result) => result.files)
    for (const [index, file] of files.entries()) {
      const known = { ...words, id: file.taskId, index: index + 1, ext: file.extension }
      const path = await pathOf(placeFor(place, files), known, force)
      yield { path: await file.save(path, { signal }), ...(await aboutFile(file)) }
    }
  } finally {
    interrupts.letGo()
  }
}

/** The facts in the receipt about a file; a key that may not read receipts does without. */
async function aboutFile(file: MediaFile): Promise<Omit<Saved, 'path'>> {
  const { taskId: id, url } = file
  const details = await file.details().catch(() => undefined)
  if (details === undefined) return { id, url }
  const { type, bytes, sha256, width, height, seconds } = details
  return { id, url, type, bytes, sha256, width, height, seconds }
}

/** One line about a file for people. */
export function describeFile({ path, type, bytes, width, height, seconds }: Saved): string {
  const facts = [
    width === undefined || width === null ? '' : `${width}×${height}`,
    type ?? '',
    seconds === undefined || seconds === null ? '' : `${seconds} s`,
    bytes === undefined ? '' : sizeWords(bytes),
    type !== undefined && isOther(path, type) ? 'the file extension does not match' : '',
  ]
  return facts.filter((fact) => fact !== '').join('  ')
}

/** Opens a file or a URL with the system's default program; false if there is none. */
export async function openFile(path: string): Promise<boolean> {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', path]
      : process.platform === 'win32'
        ? ['explorer', path]
        : ['xdg-open', path]
  const child = spawn(program, args, { detached: true, stdio: 'ignore' })
  const isThere = await new Promise<boolean>((resolve) => {
    child.once('spawn', () => resolve(true))
    // A machine without a desktop: the path was printed.
    child.once('error', () => resolve(false))
  })
  child.unref()
  return isThere
}

function isOther(path: string, type: string): boolean {
  const named = extname(path).slice(1).toLowerCase().replace('jpeg', 'jpg')
  const made = (type.split('/')[1] ?? '').replace('jpeg', 'jpg')
  return named !== '' && named !== made
}

function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(0)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
