import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const USUAL_NAMES = ['mediagen.config.ts', 'mediagen.config.json']

/** What the config file says, unchecked; undefined when there is none and none was asked for. */
export async function readConfigFile(
  asked: string | undefined,
): Promise<{ path: string; value: unknown } | { problem: string } | undefined> {
  for (const name of asked === undefined ? USUAL_NAMES : [asked]) {
    const path = resolve(name)
    if (await isFile(path)) return read(path)
  }
  return asked === undefined ? undefined : { problem: `MEDIAGEN_CONFIG names '${asked}', but there is no such file` }
}

async function read(path: string): Promise<{ path: string; value: unknown } | { problem: string }> {
  try {
    if (path.endsWith('.json')) return { path, value: JSON.parse(await readFile(path, 'utf8')) as unknown }
    const loaded = (await import(pathToFileURL(path).href)) as Record<string, unknown>
    const value = loaded['default'] ?? loaded['config']
    return value === undefined
      ? { problem: `${path} exports nothing: write export default defineConfig({ … })` }
      : { path, value }
  } catch (error) {
    return { problem: `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
