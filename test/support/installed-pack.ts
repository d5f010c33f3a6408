import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Lock } from '../../scripts/pack-lock.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Packs a checkout; gives back the folder with the packed files. */
export function packInto(out: string, root = ROOT): string {
  execFileSync(process.execPath, [join(root, 'scripts/pack.ts'), '--out', out], { stdio: ['ignore', 'ignore', 'pipe'] })
  return out
}

/** The packed file of a package, such as `mediagen` or `mediagen-diorama`. */
export function packedFile(out: string, name: string): string {
  const found = readdirSync(out).find(
    (file) => file.startsWith(`${name}-`) && /^\d.*\.tgz$/.test(file.slice(name.length + 1)),
  )
  assert.ok(found !== undefined, `no ${name} in ${out}`)
  return join(out, found)
}

export function unpack(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', file, '-C', folder, '--strip-components=1'])
}

/**
 * Installs the packed service into an empty folder as `npm ci` of its `install` folder would, without asking the
 * registry: the packages come from this checkout's own, which lie at the same places.
 */
export function installPacked(out: string, folder: string): void {
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(out, 'install', name), join(folder, name))
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock
  const ours = ['', 'node_modules/mediagen']
  for (const [location, entry] of Object.entries(lock.packages)) {
    if (ours.includes(location) || entry.inBundle === true) continue
    const source = join(ROOT, location)
    if (existsSync(source)) linkTree(source, join(folder, location))
    else assert.equal(entry.optional, true, `${location} is missing in this checkout`)
  }
  unpack(packedFile(out, 'mediagen'), join(folder, 'node_modules/mediagen'))
  mkdirSync(join(folder, 'node_modules/.bin'))
  symlinkSync('../mediagen/dist/main.js', join(folder, 'node_modules/.bin/mediagen'))
}

/** One package without those inside of it, which have places of their own in the lockfile. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory() && entry.name !== 'node_modules') linkTree(source, target)
    else if (entry.isFile()) linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch {
    // Folders for temporary files are often another disk.
    copyFileSync(source, target)
  }
}

/** PATH with the Node that runs this test first, so that programs find it by its name. */
export function pathWithThisNode(): string {
  return [dirname(process.execPath), process.env['PATH'] ?? ''].join(process.platform === 'win32' ? ';' : ':')
}
