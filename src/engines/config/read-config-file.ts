import { readFile, realpath, stat } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const USUAL_NAMES = ['ts', 'mts', 'js', 'mjs', 'json'].map((ending) => `mediagen.config.${ending}`)
/** The module from which config files import `defineConfig`. */
const OWN_NAME = 'mediagen/config'
// A folder may declare its files as CommonJS, as `npm init` does, although a config file has an `export`.
const FORMATS: Readonly<Record<string, string>> = { '.ts': 'module-typescript', '.js': 'module' }

/** The content of the config file, unchecked; undefined if there is none and none was requested. */
export async function readConfigFile(
  asked: string | undefined,
): Promise<{ path: string; value: unknown } | { problem: string } | undefined> {
  for (const name of asked === undefined ? USUAL_NAMES : [asked]) {
    const path = resolve(name)
    if (await isFile(path)) return read(path)
  }
  return asked === undefined ? undefined : { problem: `MEDIAGEN_CONFIG names '${asked}', but there is no such file` }
}

const IMPORT = "import { defineConfig } from 'mediagen/config'"

async function read(path: string): Promise<{ path: string; value: unknown } | { problem: string }> {
  try {
    if (path.endsWith('.json')) return { path, value: JSON.parse(await readFile(path, 'utf8')) as unknown }
    const loaded = await importConfig(path)
    const value = loaded['default'] ?? loaded['config']
    return value === undefined
      ? { problem: `${path} exports nothing: write export default defineConfig({ … })` }
      : { path, value }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const advice = reason.startsWith('defineConfig is not') ? `; begin it with ${IMPORT}` : ''
    return { problem: `${path} cannot be read: ${reason}${advice}` }
  }
}

/** Loads a config file from anywhere: next to an installation, in a checkout, or in a separate folder. */
async function importConfig(path: string): Promise<Record<string, unknown>> {
  // A mounted file is often a link, and modules are resolved by the real path.
  const file = pathToFileURL(await realpath(path)).href
  const own = import.meta.resolve(OWN_NAME)
  const format = FORMATS[extname(path)]
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === OWN_NAME) return { url: own, shortCircuit: true }
      const found = next(specifier, context)
      return found.url === file && format !== undefined ? { ...found, format } : found
    },
  })
  try {
    return (await import(file)) as Record<string, unknown>
  } finally {
    hooks.deregister()
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
