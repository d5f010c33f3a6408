import { globSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { nearTo } from './near-names.ts'
import { RunError } from './options.ts'

const FOLDERS = ['src', 'test', 'packages/*/src', 'packages/*/test']

/** The path of a file as people write it, on every system. */
export function shown(root: string, file: string): string {
  return relative(root, file).replaceAll('\\', '/')
}

/** All test files, in the order of their names. */
export function allTestFiles(root: string): string[] {
  return FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }))
    .map((file) => join(root, file))
    .sort()
}

/** The test files that these words mean: a file, a folder, or a part of a path. None at all means every file. */
export function chooseFiles(root: string, words: readonly string[]): string[] {
  const all = allTestFiles(root)
  // Long ones run when they are named.
  if (words.length === 0) return all.filter((file) => !file.endsWith('.long.test.ts'))
  return [...new Set(words.flatMap((word) => filesFor(root, word, all)))]
}

function filesFor(root: string, word: string, all: readonly string[]): string[] {
  const path = resolve(root, word)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() === true) return [path]
  const below = found?.isDirectory() === true ? globSync('**/*.test.ts', { cwd: path }) : []
  const part = word.replaceAll('\\', '/')
  const chosen =
    below.length > 0 ? below.map((file) => join(path, file)) : all.filter((file) => shown(root, file).includes(part))
  if (chosen.length > 0) return chosen
  const near = nearTo(
    part,
    all.map((file) => shown(root, file)),
  )
  throw new RunError(
    [`No test file has '${word}' in its path. Near to it:`, ...near.map((name) => `  ${name}`)].join('\n'),
  )
}
