import type { MediaResult } from '@mediagen/client'
import { smallPicture } from '../small-picture.ts'
import { itermText, kittyText, pictureProtocol, shownSide } from '../terminal/preview.ts'
import type { Screen } from '../terminal/screen.ts'

type Environment = Readonly<Record<string, string | undefined>>

// More takes longer to pass through a remote line than to open.
const LARGEST_BYTES = 8 * 2 ** 20

/** Shows a result, a video by its cover, where the terminal can, and says nothing where it cannot. */
export async function showPicture(screen: Screen, environment: Environment, result: MediaResult): Promise<void> {
  const protocol = pictureProtocol(environment)
  if (!screen.isShown || protocol === undefined) return
  // What was made is saved by now: a look at it that fails, such as with a key that may not read receipts, spoils nothing.
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
