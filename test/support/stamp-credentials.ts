import { createReadStream } from 'node:fs'
import { appendFile, copyFile, readFile, rm } from 'node:fs/promises'
import type { Credentials, StepFailure } from '../../src/ports/marking.ts'

const STAMP = 'signed by the stamp of the tests'

/** Whether these bytes went through the stamp. */
export function isStamped(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).subarray(-STAMP.length).equals(Buffer.from(STAMP))
}

/**
 * Credentials that are a few bytes at the end of a file, required unless said otherwise: they cost nothing, and whether a
 * file carries them is plain to see. `trouble` is what the next order to sign meets.
 */
export function stampCredentials(isRequired = true) {
  const state: { tries: number; trouble: () => StepFailure | undefined } = { tries: 0, trouble: () => undefined }
  const credentials: Credentials = {
    isRequired,
    isSigned: async (path) => isStamped(await readFile(path)),
    async sign({ path }) {
      state.tries++
      const trouble = state.trouble()
      if (trouble !== undefined) return trouble
      const into = `${path}.signed`
      await copyFile(path, into)
      await appendFile(into, STAMP)
      const discard = (): Promise<void> => rm(into, { force: true })
      return { kind: 'signed', signer: 'stamp', open: () => createReadStream(into), discard }
    },
  }
  return { state, credentials }
}
