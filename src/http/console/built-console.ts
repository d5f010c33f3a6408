import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { etagOf, type Asset } from '../answer/send-asset.ts'

/** All of the console: its page, the one that describes the interface, and what they load by name. */
export type BuiltConsole = { page: Asset; reference: Asset; assets: ReadonlyMap<string, Asset> }

// What a build writes, and nothing else is ever sent.
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/**
 * Reads what was built, all of it at once: some hundred kilobytes, from one build even where the next is written meanwhile.
 * What is not in here cannot be asked for, so that no path of a request ever reaches the disk. Undefined where nothing was built.
 */
export function readBuiltConsole(folder: string): BuiltConsole | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined
  const assets = join(folder, 'assets')
  const names = readdirSync(assets).filter((name) => TYPES[extname(name)] !== undefined)
  return {
    page: readAsset(folder, 'index.html'),
    reference: readAsset(folder, 'docs.html'),
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
