import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What a test file cannot do without. It says so, itself or in a module of the tests that it imports: `// needs: ffmpeg`. */
export type Need =
  | 'chromium'
  | 'comfyui'
  | 'comfyuis'
  | 'ffmpeg'
  | 'helm'
  | 'kubernetes'
  | 'postgres'
  | 'prometheus'
  | 'runtime'

/** What no machine can fetch for itself: without it a file is left out also of the long tests, which say so. */
export const BROUGHT_ALONG: ReadonlySet<Need> = new Set(['comfyui', 'comfyuis', 'helm', 'kubernetes', 'prometheus'])

const NEEDS = /^\/\/ needs: (\w+)$/gm
const IMPORTS = /^(?:import|export)\b[^'"]*from '(\.[^']+\.ts)'/gm
const OF_THE_TESTS = /(?:^|\/)test\/|\.test\.ts$/

/** What these files need, each with those of its modules that belong to the tests. */
export function needsOf(files: readonly string[]): Map<string, Set<Need>> {
  const known = new Map<string, Set<Need>>()
  const read = (file: string): Set<Need> => {
    const before = known.get(file)
    if (before !== undefined) return before
    const needs = new Set<Need>()
    known.set(file, needs)
    const text = readFileSync(file, 'utf8')
    for (const [, need] of text.matchAll(NEEDS)) needs.add(need as Need)
    for (const [, path = ''] of text.matchAll(IMPORTS)) {
      const imported = resolve(dirname(file), path)
      // Some tests hold programs as text, with imports of their own.
      if (OF_THE_TESTS.test(imported) && existsSync(imported)) for (const need of read(imported)) needs.add(need)
    }
    return needs
  }
  return new Map(files.map((file) => [file, read(file)]))
}
