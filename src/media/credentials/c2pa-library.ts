import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import initialize, { WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm'
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
  if (work.kind === 'read') return read(work)
  const signer = { sign: ask, alg: signing?.name ?? '', reserveSize: signing?.bytes ?? 0 }
  const { builder, told } = await builderFor(work)
  try {
    const { path, mediaType } = work.file
    const labelled = withSourceType(readFileSync(path), mediaType, work.claim.sourceType)
    const bytes = await builder.sign(signer, [], mediaType, held(labelled))
    writeFileSync(work.into, bytes, { flag: 'wx', mode: 0o600 })
    return { kind: 'signed', leftOut: work.inputs.length - told }
  } finally {
    builder.free()
  }
}

type Building = { builder: WasmBuilder; told: number }

/** An input whose statement cannot be read is left out: it is a caller's, and must not cost the result its own. */
async function builderFor(work: Extract<SignerWork, { kind: 'sign' }>): Promise<Building> {
  const { claim, inputs, generator } = work
  const builder = WasmBuilder.fromJson(JSON.stringify(manifestOf(claim, inputs.length, generator)), SETTINGS)
  for (const [index, input] of inputs.entries()) {
    const about = JSON.stringify({ label: inputLabel(index), relationship: relationshipOf(index, claim) })
    const bytes = readFileSync(input.path)
    try {
      await builder.addIngredientFromBlob(about, input.mediaType, held(bytes))
    } catch (error) {
      // What broke the library itself is another matter: nothing more is done with it.
      if (error instanceof Error && error.name === 'RuntimeError') throw error
      builder.free()
      const isEdit = claim.isEdit && index > 0
      return builderFor({ ...work, claim: { ...claim, isEdit }, inputs: inputs.toSpliced(index, 1) })
    }
  }
  return { builder, told: inputs.length }
}

type Story = {
  active_manifest?: string
  manifests?: Record<string, { signature_info?: { issuer?: string; common_name?: string } }>
  validation_state?: string
  validation_status?: { code: string }[]
}

// A certificate may hold any text of any length; what is shown and stored of it is a name.
const MOST_NAME_CHARACTERS = 200
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu

function nameIn(text: string): string {
  return text.slice(0, MOST_NAME_CHARACTERS).replace(INVISIBLE, ' ').trim()
}

async function read({ file, wantsStory }: Extract<SignerWork, { kind: 'read' }>): Promise<SignerResult> {
  const { path, mediaType } = file
  const reader = await WasmReader.fromBytes(mediaType, readFileSync(path), SETTINGS).catch((error: unknown) => {
    if (WITHOUT_MANIFEST.test(String(error))) return undefined
    throw error
  })
  if (reader === undefined) return { kind: 'none' }
  try {
    const story = reader.json()
    const { manifests = {}, active_manifest: active = '', ...rest } = JSON.parse(story) as Story
    const { common_name: name, issuer } = manifests[active]?.signature_info ?? {}
    const signer = name ?? issuer
    return {
      kind: 'found',
      valid: rest.validation_state === 'Valid' || rest.validation_state === 'Trusted',
      signer: signer === undefined ? null : nameIn(signer),
      problems: [...new Set((rest.validation_status ?? []).map(({ code }) => code))],
      story: wantsStory ? story : '',
    }
  } finally {
    reader.free()
  }
}
