import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import initialize, { WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm'
import type { LocalFile } from '../../ports/marking.ts'
import { inputLabel, manifestOf, relationshipOf } from './manifest.ts'
import { withSourceType } from './source-type.ts'
import type { SignerResult, SignerWork, ThreadOrder } from './signer-orders.ts'

// Files come from strangers and may name addresses: nobody goes there. What was just written is not checked again, tests do that.
const SETTINGS = JSON.stringify({
  builder: { thumbnail: { enabled: false } },
  verify: { remote_manifest_fetch: false, ocsp_fetch: false, verify_after_sign: false },
})
const WITHOUT_MANIFEST = /JumbfNotFound|ProvenanceMissing|UnsupportedType/

/** Bytes in the shape of a browser's file, which is what the library signs. It reads all of it at once. */
class HeldFile {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
  get size(): number {
    return this.bytes.length
  }
  slice(from: number, to: number): HeldFile {
    return new HeldFile(this.bytes.subarray(from, to))
  }
}

class HeldFileReader {
  readAsArrayBuffer({ bytes }: HeldFile): ArrayBufferLike {
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
  }
}

function held(bytes: Uint8Array): Blob {
  return new HeldFile(bytes) as unknown as Blob
}

/** Loads the library, once for a thread: it takes a quarter of a second and 60 MB. */
export async function openLibrary(): Promise<void> {
  Object.assign(globalThis, {
    FileReaderSync: HeldFileReader,
    fetch: async () => Promise.reject(new Error('nothing is fetched for a file')),
  })
  const path = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm')
  await initialize({ module_or_path: readFileSync(path) })
}

type AskToSign = (claim: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>

/** Does one order. */
export async function carryOut({ work, signing }: ThreadOrder, ask: AskToSign): Promise<SignerResult> {
  if (work.kind === 'read') return read(work.file)
  const signer = { sign: ask, alg: signing?.name ?? '', reserveSize: signing?.bytes ?? 0 }
  const builder = await builderFor(work)
  try {
    const { path, mediaType } = work.file
    const labelled = withSourceType(readFileSync(path), mediaType, work.claim.sourceType)
    const bytes = await builder.sign(signer, [], mediaType, held(labelled))
    writeFileSync(work.into, bytes, { flag: 'wx', mode: 0o600 })
    return { kind: 'signed' }
  } finally {
    builder.free()
  }
}

async function builderFor(work: Extract<SignerWork, { kind: 'sign' }>): Promise<WasmBuilder> {
  const { claim, inputs, generator } = work
  const builder = WasmBuilder.fromJson(JSON.stringify(manifestOf(claim, inputs.length, generator)), SETTINGS)
  for (const [index, input] of inputs.entries()) {
    const about = JSON.stringify({ label: inputLabel(index), relationship: relationshipOf(index, claim) })
    await builder.addIngredientFromBlob(about, input.mediaType, held(readFileSync(input.path)))
  }
  return builder
}

type Story = {
  active_manifest?: string
  manifests?: Record<string, { signature_info?: { issuer?: string; common_name?: string } }>
  validation_state?: string
  validation_status?: { code: string }[]
}

async function read({ path, mediaType }: LocalFile): Promise<SignerResult> {
  const reader = await WasmReader.fromBytes(mediaType, readFileSync(path), SETTINGS).catch((error: unknown) => {
    if (WITHOUT_MANIFEST.test(String(error))) return undefined
    throw error
  })
  if (reader === undefined) return { kind: 'none' }
  try {
    const story = reader.json()
    const { manifests = {}, active_manifest: active = '', ...rest } = JSON.parse(story) as Story
    const { common_name: name, issuer } = manifests[active]?.signature_info ?? {}
    return {
      kind: 'found',
      valid: rest.validation_state === 'Valid' || rest.validation_state === 'Trusted',
      signer: name ?? issuer ?? null,
      problems: (rest.validation_status ?? []).map(({ code }) => code),
      story,
    }
  } finally {
    reader.free()
  }
}
