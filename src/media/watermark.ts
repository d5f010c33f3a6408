import { createReadStream } from 'node:fs'
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { OperatorHook } from '../core/operator-hook.ts'
import { sniffMediaType } from '../core/files/media-type.ts'
import type { LocalFile, StepFailure, Watermark } from '../ports/marking.ts'
import type { GuardedFetch } from '../ports/runtime.ts'
import { callHook, type HookAnswer } from './operator-hook.ts'

const MIB = 2 ** 20
// It is held whole to be sent; a command reads the file itself.
const MOST_BYTES_BY_URL = 64 * MIB
const NO_OUTPUT_BYTES = 64 * 1024
const HEAD_BYTES = 64

export type WatermarkParts = { hook: OperatorHook; isRequired: boolean; fetch: GuardedFetch; maxBytes: number }

/** Has results marked by a command (`COMMAND IN OUT`) or an address (the file there, the marked file back) of the operator's. */
export function hookedWatermark({ hook, isRequired, fetch, maxBytes }: WatermarkParts): Watermark {
  return {
    isRequired,
    async mark(file, signal) {
      const into = `${file.path}.marked`
      const discard = (): Promise<void> => rm(into, { force: true })
      const answer = 'url' in hook ? await sent(file, into) : await started(file, into)
      async function sent({ path, mediaType, bytes }: LocalFile, to: string): Promise<HookAnswer | StepFailure> {
        if (bytes > MOST_BYTES_BY_URL) return ofFile(`it is larger than ${MOST_BYTES_BY_URL / MIB} MiB`)
        const said = await callHook(fetch, hook, { body: await readFile(path), mediaType, maxBytes, signal })
        if ('bytes' in said && !said.isEmpty) await writeFile(to, said.bytes, { mode: 0o600 })
        return said
      }
      async function started({ path, mediaType }: LocalFile, to: string): Promise<HookAnswer | StepFailure> {
        const call = { body: new Uint8Array(), mediaType, maxBytes: NO_OUTPUT_BYTES, args: [path, to], signal }
        return callHook(fetch, hook, call)
      }
      if ('kind' in answer) return answer
      const problem = 'trouble' in answer ? answer.trouble : await problemOf(into, file, maxBytes)
      if (problem === undefined) return { kind: 'marked', open: () => createReadStream(into), discard }
      await discard()
      if (problem === NOTHING) return { kind: 'left' }
      const fault = 'trouble' in answer ? 'outside' : 'unsure'
      return { kind: 'failed', fault, reason: `the watermark hook failed: ${problem}` }
    },
  }
}

const NOTHING = 'it returned nothing'

/** What is wrong with a marked file. */
async function problemOf(path: string, { mediaType }: LocalFile, maxBytes: number): Promise<string | undefined> {
  const facts = await stat(path).catch(() => undefined)
  if (facts === undefined || facts.size === 0) return NOTHING
  if (!facts.isFile() || facts.size > maxBytes) return 'its result is too large for this service'
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const type = sniffMediaType(buffer.subarray(0, bytesRead))
    return type?.mediaType === mediaType ? undefined : `its result is not ${mediaType}`
  } finally {
    await file.close()
  }
}

function ofFile(reason: string): StepFailure {
  return { kind: 'failed', fault: 'file', reason }
}
