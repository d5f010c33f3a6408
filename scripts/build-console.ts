// Builds the web page of the service, unless what was built is of these very sources:
//   node scripts/build-console.ts                  what npm test and npm run pack do first
//   node scripts/build-console.ts --if-possible    npm start and npm run dev, which can do without
//   node scripts/build-console.ts --again          in any case
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { consoleStamp } from './console-stamp.ts'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'packages/console')
const DIST = join(FOLDER, 'dist')
const STAMP = 'stamp.txt'
// Below this a packet is a packet.
const WORTH_COMPRESSING_BYTES = 1_024

const flags = process.argv.slice(2)
try {
  const stamp = consoleStamp(ROOT)
  if (flags.includes('--again') || !isOf(stamp)) await build(stamp)
} catch (error) {
  const isWithoutTools = (error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND'
  if (!flags.includes('--if-possible') || !isWithoutTools) throw error
  // An installation without development packages still serves; its start page says the same.
  console.error('The console was not built: its tools are not installed. Run npm ci, without --omit=dev.')
}

async function build(stamp: string): Promise<void> {
  console.error('Building the console …')
  const vite = await import('vite')
  const made = mkdtempSync(join(FOLDER, '.building-'))
  try {
    await vite.build({ root: FOLDER, logLevel: 'warn', build: { outDir: made, emptyOutDir: true } })
    await compress(join(made, 'assets'))
    writeFileSync(join(made, STAMP), stamp)
    putInPlace(made)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

function isOf(stamp: string): boolean {
  const path = join(DIST, STAMP)
  return existsSync(path) && readFileSync(path, 'utf8') === stamp
}

/** Once here, on all cores, so that no request waits for it: at this level it takes a hundred times as long as sending. */
async function compress(folder: string): Promise<void> {
  await Promise.all(
    readdirSync(folder).map(async (name) => {
      const bytes = readFileSync(join(folder, name))
      if (!/\.(?:js|css|svg)$/.test(name) || bytes.length < WORTH_COMPRESSING_BYTES) return
      const params = {
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      }
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(bytes, { params }),
        promisify(gzip)(bytes, { level: 9 }),
      ])
      writeFileSync(join(folder, `${name}.br`), brotli)
      writeFileSync(join(folder, `${name}.gz`), gzipped)
    }),
  )
}

/** Whole or not at all. Another process that built the same at the same time may have come first. */
function putInPlace(made: string): void {
  const former = `${made}-former`
  try {
    if (existsSync(DIST)) renameSync(DIST, former)
    renameSync(made, DIST)
  } catch (error) {
    if (!existsSync(join(DIST, STAMP))) throw error
  } finally {
    rmSync(former, { recursive: true, force: true })
  }
}
