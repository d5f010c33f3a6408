import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/** The environment in which a process or thread of ours finds what was kept compiled: it takes half as long to begin. */
export function compiledBefore(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
