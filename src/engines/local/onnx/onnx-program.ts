import { join } from 'node:path'
import type { Log } from '../../../ports/runtime.ts'
import type { Transport } from '../../transport/transport.ts'
import { driverEnvironment, type BareOptions } from '../bare/bare-program.ts'
import { installRuntime, type RuntimePlan } from '../bare/install-runtime.ts'
import { runtimeName, type Pinned } from '../bare/packages.ts'
import { RuntimeUnavailable, type DriverProgram } from '../driver-process.ts'

const VERSION = '1.30.0'
const PACKAGES: readonly Pinned[] = [
  {
    name: 'onnxruntime-web',
    version: VERSION,
    integrity: 'sha512-q0y+JrrtukXSzsBWEMccVfqX25LRmosXHF+CaRJmg8pZClzcV7svNc4rKY3jL02Vb7QmRMDs1SigqR4CXAfKYQ==',
  },
  {
    name: 'onnxruntime-common',
    version: VERSION,
    integrity: 'sha512-7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
  },
]

// Builds for browsers and graphics are nine tenths of the package.
const KEPT =
  /\/(?:package\.json|dist\/(?:ort\.node\.min\.mjs|ort-wasm-simd-threaded\.(?:mjs|wasm)|esm\/.+\.js(?:on)?))$/

/** ONNX Runtime as WebAssembly: the same bytes on every platform. */
export const ONNX_RUNTIME: RuntimePlan = {
  name: runtimeName('onnx', 'wasm', PACKAGES),
  packages: PACKAGES,
  program: 'onnxruntime-web/dist/ort.node.min.mjs',
  isKept: (path) => KEPT.test(path),
  isExecutable: false,
}

// The compiled program has the same files with another extension.
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('./program.ts', import.meta.url)
  : new URL('./program.js', import.meta.url)

// The memory limit of JavaScript; the graph's own memory belongs to WebAssembly, and the driver watches it.
const HEAP_MB = 512

/** The driver that runs ONNX graphs. The first job downloads its library. */
export async function onnxDriver(
  options: BareOptions,
  deps: { transport: Transport; log: Log; signal: AbortSignal },
): Promise<DriverProgram> {
  const { program } = await installRuntime({ ...options, plan: ONNX_RUNTIME }, deps).catch((error: unknown) => {
    deps.signal.throwIfAborted()
    const why = error instanceof Error ? error.message : String(error)
    throw new RuntimeUnavailable(
      `The program that runs ONNX models could not be downloaded: ${why}. MEDIAGEN_NPM_REGISTRY names another npm registry.`,
    )
  })
  return {
    command: process.execPath,
    // It writes no file, starts no program and has no network.
    args: [
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
      '--no-warnings',
      `--max-old-space-size=${HEAP_MB}`,
      PROGRAM.pathname,
      program,
    ],
    env: driverEnvironment(options),
    cwd: join(options.folder, 'work'),
  }
}
