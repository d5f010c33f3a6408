import {
  installRuntime,
  isInstalled,
  runtimePlace,
  thisPlatform,
} from '../../src/engines/local/bare/install-runtime.ts'
import { openTransport } from '../../src/engines/transport/transport.ts'

const PUBLIC = 'https://registry.npmjs.org'

/** Fetches the runtime of local models as a service does, once. Tells why it is not to be had. */
export async function fetchRuntime(folder: string): Promise<string | undefined> {
  if (thisPlatform() !== 'linux-x64') return 'the runtime of local models was tried on Linux x64 alone'
  const place = runtimePlace({ folder })
  if (place !== undefined && (await isInstalled(place))) return undefined
  console.log('Fetching the runtime of local models from npm …')
  const registry = process.env['MEDIAGEN_NPM_REGISTRY'] ?? process.env['npm_config_registry'] ?? PUBLIC
  const transport = openTransport()
  const quiet = (): void => undefined
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  try {
    await installRuntime({ folder, registry }, { transport, log, signal: new AbortController().signal })
    return undefined
  } catch (error) {
    return `the runtime of local models could not be fetched from npm (${error instanceof Error ? error.message : String(error)})`
  } finally {
    await transport.close()
  }
}
