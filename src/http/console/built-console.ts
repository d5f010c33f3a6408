import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FileBases } from '../../core/files/file-record.ts'
import { type Asset, etagOf } from '../answer/send-asset.ts'

/**
 * What the console's page may do: run and load its own files, call its own service, show results from wherever they are
 * served, and nothing else. If a prompt got into the page as markup, nothing would run it.
 */
export function consolePolicy(bases: FileBases, host: string | undefined): string {
  const addresses = [bases.publicUrl(host), bases.storageUrl, bases.signedUrl]
  const origins = addresses.flatMap((address) => URL.parse(address ?? '')?.origin ?? [])
  const results = [...new Set(["'self'", 'data:', 'blob:', ...origins])].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${results}`,
    `media-src ${results}`,
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The whole console: its page, and the files that the page loads by name. */
export type BuiltConsole = { page: Asset; assets: ReadonlyMap<string, Asset> }

// What a build writes; nothing else is ever sent.
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Reads the build completely: some hundred kilobytes, from one build even if the next is being written meanwhile.
 * Nothing else can be requested, so that no path of a request ever reaches the disk. Undefined if there is no build.
 */
export function readBuiltConsole(folder: string): BuiltConsole | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined
  const assets = join(folder, 'assets')
  const names = readdirSync(assets).filter((name) => TYPES[extname(name)] !== undefined)
  return {
    page: readAsset(folder, 'index.html'),
    assets: new Map(names.map((name) => [name, readAsset(assets, name)])),
  }
}

function readAsset(folder: string, name: string): Asset {
  const form = (ending: string): Buffer | undefined => {
    const path = join(folder, name + ending)
    return existsSync(path) ? readFileSync(path) : undefined
  }
  const plain = readFileSync(join(folder, name))
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    etag: etagOf(plain),
    plain,
    brotli: form('.br'),
    gzip: form('.gz'),
  }
}
