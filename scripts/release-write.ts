import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lock } from './pack-lock.ts'
import type { Workspace } from './pack-workspaces.ts'
import { moveUnreleased } from './release-changelog.ts'

export type NextRelease = { root: string; version: string; day: string; workspaces: readonly Workspace[] }

/** Writes the version into every package.json, the lockfile and the changelog; gives back the files that it touched. */
export function writeRelease({ root, version, day, workspaces }: NextRelease): string[] {
  const names = workspaces.map(({ manifest }) => manifest.name)
  const touched: string[] = []
  const change = (path: string, edit: (text: string) => string): void => {
    touched.push(path)
    writeFileSync(join(root, path), edit(readFileSync(join(root, path), 'utf8')))
  }
  for (const { folder, manifest } of workspaces)
    change(folder === '.' ? 'package.json' : `${folder}/package.json`, (text) =>
      withVersion(text, { old: manifest.version, version, names }),
    )
  change('package-lock.json', (text) => lockWithVersion(text, { version, workspaces, names }))
  change('CHANGELOG.md', (text) => moveUnreleased(text, version, day))
  return touched
}

/** As text, so that the file keeps its form. */
function withVersion(text: string, { old, version, names }: { old: string; version: string; names: string[] }): string {
  let changed = text.replace(`"version": "${old}"`, `"version": "${version}"`)
  for (const name of names) changed = changed.replaceAll(`"${name}": "${old}"`, `"${name}": "${version}"`)
  return changed
}

type Lists = Record<string, Record<string, string> | undefined>

function lockWithVersion(
  text: string,
  release: { version: string; workspaces: readonly Workspace[]; names: string[] },
) {
  const lock = JSON.parse(text) as Lock & { version?: string }
  lock.version = release.version
  for (const { folder } of release.workspaces) {
    const entry = lock.packages[folder === '.' ? '' : folder]
    if (entry === undefined) continue
    entry.version = release.version
    for (const list of [(entry as Lists)['dependencies'], (entry as Lists)['devDependencies']])
      for (const name of release.names) if (list?.[name] !== undefined) list[name] = release.version
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}
