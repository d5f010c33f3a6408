import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startSide, type SideProcess } from '../harness/side-process.ts'
import { freePort } from '../../test/support/free-port.ts'

const HERE = import.meta.dirname
const GATEWAY = join(HERE, 'node_modules/@portkey-ai/gateway')

/** Installs what this folder's lockfile names, once. It stays out of the project's own packages: only the bench needs it. */
function installPeers(): void {
  if (existsSync(GATEWAY)) return
  console.error('installing the peers of bench/peers, once …')
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: HERE,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

export function portkeyVersion(): string {
  installPeers()
  const { version } = JSON.parse(readFileSync(join(GATEWAY, 'package.json'), 'utf8')) as { version: string }
  return `@portkey-ai/gateway ${version}`
}

/** Portkey's gateway; the upstream is named by each request, see `portkeyHeaders`. */
export async function startPortkey(): Promise<SideProcess> {
  installPeers()
  const port = await freePort()
  const side = await startSide({
    command: [join(GATEWAY, 'build/start-server.js'), `--port=${port}`, '--headless'],
    // Without it no upstream on loopback is accepted.
    env: { TRUSTED_CUSTOM_HOSTS: '127.0.0.1' },
    ready: new RegExp(`:(${port})`),
  })
  return side
}

export function portkeyHeaders(upstream: SideProcess): Record<string, string> {
  return { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${upstream.url}/v1` }
}
