import { join } from 'node:path'
import { freePort } from '../../test/support/free-port.ts'
import { startSide, type SideProcess } from '../harness/side-process.ts'
import { peerFolder } from './install.ts'

/** Portkey's gateway; the upstream is named by each request, see `portkeyHeaders`. */
export async function startPortkey(): Promise<SideProcess> {
  const port = await freePort()
  return startSide({
    command: [join(peerFolder('@portkey-ai/gateway'), 'build/start-server.js'), `--port=${port}`, '--headless'],
    // Without it no upstream on loopback is accepted.
    env: { TRUSTED_CUSTOM_HOSTS: '127.0.0.1' },
    ready: new RegExp(`:(${port})`),
  })
}

export function portkeyHeaders(upstream: SideProcess): Record<string, string> {
  return { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${upstream.url}/v1` }
}
