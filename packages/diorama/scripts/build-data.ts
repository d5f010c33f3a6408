// Builds data/ from the installed art and keyword packages and from art/: `npm run data`.
// The result is committed, so that neither package is needed at run time.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { svgDocument } from '../src/art.ts'
import type { SourceDrawing } from './art-sources.ts'
import { makeData } from './make-data.ts'
import { isBoxOf, outlineOf, paintedBox, type PaintedBox } from './painted-box.ts'

const DATA = new URL('../data/', import.meta.url)

function packedAt(name: string): URL {
  return new URL(`${name}.br`, DATA)
}

function unpacked(name: string): Buffer | undefined {
  return existsSync(packedAt(name)) ? brotliDecompressSync(readFileSync(packedAt(name))) : undefined
}

function recordedBoxes(): Map<string, PaintedBox> {
  const text = unpacked('catalogue.json')?.toString() ?? '{"drawings":[]}'
  const { drawings } = JSON.parse(text) as { drawings: { id: string; box: PaintedBox }[] }
  return new Map(drawings.map(({ id, box }) => [id, box]))
}

async function boxOf({ id, body }: SourceDrawing, recorded: Map<string, PaintedBox>): Promise<PaintedBox> {
  const outline = await outlineOf(svgDocument(body))
  const known = recorded.get(id)
  if (known && isBoxOf(outline, known)) return known
  const box = paintedBox(outline)
  if (!box) throw new Error(`nothing is painted of ${id}`)
  console.log(`${id}: box ${box.join(' ')}${known ? `, was ${known.join(' ')}` : ''}`)
  return box
}

function pack(bytes: Buffer): Buffer {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    // Skin tones repeat whole drawings far apart: a window of 16 MB finds them, which makes them nearly free.
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return brotliCompressSync(bytes, { params })
}

mkdirSync(DATA, { recursive: true })
const recorded = recordedBoxes()
const files = await makeData((drawing) => boxOf(drawing, recorded))
let written = 0
for (const [name, bytes] of files) {
  // What holds the same is left as it is: another Node or processor may pack the same content into other bytes.
  if (unpacked(name)?.equals(bytes)) continue
  const packed = pack(bytes)
  writeFileSync(packedAt(name), packed)
  written++
  console.log(`${name}.br: ${packed.length} bytes`)
}
const wanted = new Set(Array.from(files.keys(), (name) => `${name}.br`))
for (const name of readdirSync(DATA)) if (name.endsWith('.br') && !wanted.has(name)) rmSync(new URL(name, DATA))
console.log(`${files.size} files, ${written} of them written anew`)
