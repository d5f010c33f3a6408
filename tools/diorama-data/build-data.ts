// Builds the illustrator's data/ from art/ and from the packages of this folder, which it installs: `npm run data`.
// The result is committed, so that nothing of this folder is needed for anything else.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { readData, svgDocument } from '../../packages/diorama/src/art.ts'
import { joinPages, pageCount, readPage } from '../../packages/diorama/src/pages.ts'
import { installFolder } from '../../scripts/install-folder.ts'
import type { SourceDrawing } from './art-sources.ts'
import { builtFrom, RECORD } from './built-from.ts'
import { makeData, type Content } from './make-data.ts'
import { isBoxOf, outlineOf, paintedBox, type PaintedBox } from './painted-box.ts'

const DATA = new URL('../../packages/diorama/data/', import.meta.url)

const packedAt = (name: string, content: Content): string => `${name}.${Array.isArray(content) ? 'pages' : 'br'}`

function unpacked(name: string): Buffer | undefined {
  return existsSync(new URL(`${name}.br`, DATA)) ? readData(name) : undefined
}

function unpackedPages(name: string): Buffer[] {
  if (!existsSync(new URL(`${name}.pages`, DATA))) return []
  return Array.from({ length: pageCount(name) }, (_, page) => readPage(name, page))
}

function holdsAlready(name: string, content: Content): boolean {
  if (!Array.isArray(content)) return unpacked(name)?.equals(content) === true
  const pages = unpackedPages(name)
  return pages.length === content.length && pages.every((page, index) => page.equals(content[index] as Buffer))
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
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return brotliCompressSync(bytes, { params })
}

installFolder(import.meta.dirname)
mkdirSync(DATA, { recursive: true })
const recorded = recordedBoxes()
const files = await makeData((drawing) => boxOf(drawing, recorded))
let written = 0
for (const [name, content] of files) {
  // What holds the same is left as it is: another Node or processor may pack the same content into other bytes.
  if (holdsAlready(name, content)) continue
  const packed = Array.isArray(content) ? joinPages(content.map(pack)) : pack(content)
  writeFileSync(new URL(packedAt(name, content), DATA), packed)
  written++
  console.log(`${packedAt(name, content)}: ${packed.length} bytes`)
}
const wanted = new Set(Array.from(files, ([name, content]) => packedAt(name, content)))
for (const name of readdirSync(DATA)) if (/\.(br|pages)$/.test(name) && !wanted.has(name)) rmSync(new URL(name, DATA))
console.log(`${files.size} files, ${written} of them written anew`)
writeFileSync(RECORD, `${JSON.stringify(builtFrom(), null, 2)}\n`)
