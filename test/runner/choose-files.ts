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

type Choice = { words: readonly string[]; long: boolean; shard?: { index: number; total: number } | undefined }

/**
 * The test files that these words mean: a file, a folder, or a part of a path. None at all means every file. The long ones
 * are chosen by `long`, or by their own name.
 */
export function chooseFiles(root: string, { words, long, shard }: Choice): string[] {
  const wanted = (file: string): boolean => long || !isLong(file) || words.some((word) => isLong(word))
  const all = allTestFiles(root).filter(wanted)
  const chosen =
    words.length === 0 ? all : [...new Set(words.flatMap((word) => filesFor(root, word, all)))].filter(wanted)
  return shard === undefined ? chosen : chosen.filter((_, index) => index % shard.total === shard.index - 1)
}

function isLong(path: string): boolean {
  return path.includes('.long')
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
