import {
  installRuntime,
  isInstalled,
  runtimePlace,
  thisPlatform,
} from '../../src/engines/local/bare/install-runtime.ts'
import { ONNX_RUNTIME } from '../../src/engines/local/onnx/onnx-program.ts'
import { openTransport } from '../../src/engines/transport/transport.ts'

const PUBLIC = 'https://registry.npmjs.org'

/** Fetches the runtimes of local models as a service does, once. Tells why it is not to be had. */
export async function fetchRuntime(folder: string): Promise<string | undefined> {
  if (thisPlatform() !== 'linux-x64') return 'the runtime of local models was tried on Linux x64 alone'
  const plans = [{}, { plan: ONNX_RUNTIME }]
  const places = plans.map((plan) => runtimePlace({ folder, ...plan }))
  const areHere = await Promise.all(places.map(async (place) => place !== undefined && (await isInstalled(place))))
  if (!areHere.includes(false)) return undefined
  console.log('Fetching the runtimes of local models from npm …')
  const registry = process.env['MEDIAGEN_NPM_REGISTRY'] ?? process.env['npm_config_registry'] ?? PUBLIC
  const transport = openTransport()
  const quiet = (): void => undefined
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  try {
    for (const plan of plans)
      await installRuntime({ folder, registry, ...plan }, { transport, log, signal: new AbortController().signal })
    return undefined
  } catch (error) {
    return `the runtime of local models could not be fetched from npm (${error instanceof Error ? error.message : String(error)})`
  } finally {
    await transport.close()
  }
}
