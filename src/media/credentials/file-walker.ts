import { open } from 'node:fs/promises'
import { carriesManifest } from '../strip-metadata/find-manifest.ts'

/** Tells by structure alone whether a file carries a manifest. It is jumped through, not read. */
export async function fileIsSigned(path: string): Promise<boolean> {
  const file = await open(path)
  let position = 0
  try {
    return await carriesManifest({
      async take(count) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, position)
        position += bytesRead
        return buffer.subarray(0, bytesRead)
      },
      skip: async (count) => void (position += count),
    })
  } finally {
    await file.close()
  }
}
