import { open, type FileHandle } from 'node:fs/promises'
import { unreadFile } from '../../core/files/unread-file.ts'
import { carriesManifest, type Walker } from '../strip-metadata/find-manifest.ts'

// Strangers send files of millions of tiny parts: a system call for each of them would take a minute.
const FIRST_BYTES = 16 * 1024
// A picture in parts of 8 KiB is read from end to end: at 16 KiB a time that took longer than all else that is done with it.
const MOST_BYTES = 256 * 1024

/**
 * Tells by structure alone whether a file carries a manifest. It is jumped through, not read, and not even opened if its
 * bytes are in memory.
 */
export async function fileIsSigned(path: string, whole?: Uint8Array): Promise<boolean> {
  if (whole !== undefined)
    return carriesManifest(walkerOf(Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength)))
  let file: FileHandle | undefined
  try {
    file = await open(path)
    return await carriesManifest(fileWalker(file))
  } catch (error) {
    throw unreadFile(error)
  } finally {
    await file?.close()
  }
}

function walkerOf(bytes: Buffer): Walker {
  let position = 0
  return {
    async take(count) {
      const piece = bytes.subarray(position, position + count)
      position += piece.length
      return piece
    },
    skip: async (count) => void (position += count),
  }
}

/** Reads more at a time for as long as nothing is jumped over. */
function fileWalker(file: FileHandle): Walker {
  let memory = Buffer.alloc(0)
  let block = memory
  let from = 0
  let position = 0
  const read = async (count: number): Promise<void> => {
    const isInRow = position - (from + block.length) < memory.length
    const size = Math.max(count, isInRow ? Math.min(memory.length * 2, MOST_BYTES) : 0, FIRST_BYTES)
    if (size > memory.length) memory = Buffer.allocUnsafeSlow(size)
    const { bytesRead } = await file.read(memory, 0, isInRow ? memory.length : size, position)
    block = memory.subarray(0, bytesRead)
    from = position
  }
  return {
    async take(count) {
      const isHeld = position >= from && position + count <= from + block.length
      if (!isHeld) await read(count)
      // Copied, as the next block takes the place of this one.
      const piece = Buffer.from(block.subarray(position - from, position - from + count))
      position += piece.length
      return piece
    },
    skip: async (count) => void (position += count),
  }
}
