import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const HERE = import.meta.dirname
const PACKAGES = join(HERE, 'node_modules')

/**
 * Installs what this folder's lockfile names, once. The peers stay out of the project's own packages: people who do not
 * measure need not load them, and what they depend on must not move what we depend on.
 */
function installPeers(): void {
  if (existsSync(PACKAGES)) return
  console.error('installing the peers of bench/peers, once …')
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', words, { cwd: HERE, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Where a peer lies. */
export function peerFolder(name: string): string {
  installPeers()
  return join(PACKAGES, name)
}

/** A peer with its version, as `pg-boss 12.35.0`. */
export function peerVersion(name: string): string {
  const { version } = JSON.parse(readFileSync(join(peerFolder(name), 'package.json'), 'utf8')) as { version: string }
  return `${name} ${version}`
}

/** The module of a peer, or of what came with it. */
export function loadPeer(name: string): Promise<unknown> {
  installPeers()
  const { resolve } = createRequire(join(HERE, 'package.json'))
  return import(pathToFileURL(resolve(name)).href)
}
