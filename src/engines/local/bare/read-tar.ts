export type TarFile = { path: string; bytes: Buffer }

const BLOCK = 512

/**
 * Reads a tar as it arrives and returns the wanted files. Only plain files: npm's packages have nothing else, and a
 * link could lead out of the folder.
 */
export async function* readTar(
  source: AsyncIterable<Uint8Array>,
  isWanted: (path: string) => boolean,
): AsyncGenerator<TarFile> {
  const read = readerOf(source)
  for (;;) {
    const head = await read(BLOCK, true)
    // Two empty blocks end a tar; the rest is padding.
    if (head === undefined || head.every((byte) => byte === 0)) return void (await read(Infinity, false))
    const size = Number.parseInt(textOf(head, 124, 12).trim() || '0', 8)
    const prefix = textOf(head, 345, 155)
    const path = `${prefix === '' ? '' : `${prefix}/`}${textOf(head, 0, 100)}`
    const type = textOf(head, 156, 1)
    const isKept = (type === '' || type === '0') && isInside(path) && isWanted(path)
    const bytes = await read(size, isKept)
    await read((BLOCK - (size % BLOCK)) % BLOCK, false)
    if (isKept && bytes !== undefined) yield { path, bytes }
  }
}

function isInside(path: string): boolean {
  return !path.startsWith('/') && !path.includes('\\') && !path.split('/').includes('..')
}

function textOf(head: Buffer, at: number, length: number): string {
  const field = head.toString('utf8', at, at + length)
  const end = field.indexOf('\0')
  return end < 0 ? field : field.slice(0, end)
}

type Read = (length: number, isKept: boolean) => Promise<Buffer | undefined>

/** Takes exactly this many bytes from a stream, or everything that is left; unwanted bytes are not collected. */
function readerOf(source: AsyncIterable<Uint8Array>): Read {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  return async (length, isKept) => {
    const parts: Uint8Array[] = []
    for (let left = length; left > 0;) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done === true) {
          if (length !== Infinity && left < length) throw new Error('the archive is incomplete')
          return undefined
        }
        rest = next.value
      }
      const part = rest.subarray(0, Math.min(left, rest.length))
      if (isKept) parts.push(part)
      rest = rest.subarray(part.length)
      left -= part.length
    }
    return isKept ? Buffer.concat(parts) : undefined
  }
}
