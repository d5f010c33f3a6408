import { open, type FileHandle } from 'node:fs/promises'
import { carriesManifest } from '../strip-metadata/find-manifest.ts'

// Strangers send files of millions of tiny parts: a system call for each of them would take a minute.
const BLOCK_BYTES = 16 * 1024

/**
 * Tells by structure alone whether a file carries a manifest. It is jumped through, not read, and not even opened if its
 * bytes are in memory.
 */
export async function fileIsSigned(path: string, whole?: Uint8Array): Promise<boolean> {
  const held = whole === undefined ? Buffer.alloc(0) : Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength)
  const block = { bytes: held, from: 0 }
  let position = 0
  let file: FileHandle | undefined
  const read = async (count: number): Promise<Buffer> => {
    file ??= await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, position)
    return buffer.subarray(0, bytesRead)
  }
  try {
    return await carriesManifest({
      async take(count) {
        const isHeld = position >= block.from && position + count <= block.from + block.bytes.length
        if (!isHeld && whole === undefined)
          Object.assign(block, { bytes: await read(Math.max(count, BLOCK_BYTES)), from: position })
        const start = position - block.from
        const piece = block.bytes.subarray(start, start + count)
        position += piece.length
        return piece
      },
      skip: async (count) => void (position += count),
    })
  } finally {
    await file?.close()
  }
}
