import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Log } from '../../../ports/runtime.ts'
import type { Transport } from '../../transport/transport.ts'
import { RuntimeUnavailable, type DriverProgram } from '../driver-process.ts'
import { installRuntime, type RuntimeOptions } from './install-runtime.ts'

export type BareOptions = RuntimeOptions & {
  /**
   * The parts of our own environment that a driver sees: where programs, libraries and drivers are. They contain no
   * key.
   */
  environment: Readonly<Record<string, string | undefined>>
}

const PASSED_ON =
  /^(?:PATH|HOME|LANG|TMPDIR|TEMP|TMP|SYSTEMROOT|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|VK_\w+|GGML_\w+|CUDA_VISIBLE_DEVICES|NVIDIA_\w+|DISPLAY|XDG_RUNTIME_DIR)$/

// The compiled program has the same files with another extension.
const SOURCE = import.meta.url.endsWith('.ts')
  ? new URL('./program.ts', import.meta.url)
  : new URL('./program.js', import.meta.url)

/** The driver that runs stable-diffusion.cpp from npm. The first job downloads its runtime. */
export async function bareDriver(
  options: BareOptions,
  deps: { transport: Transport; log: Log; signal: AbortSignal },
): Promise<DriverProgram> {
  const { folder, program } = await installRuntime(options, deps).catch((error: unknown) => {
    deps.signal.throwIfAborted()
    const why = error instanceof Error ? error.message : String(error)
    throw new RuntimeUnavailable(
      `The program that runs local models could not be downloaded: ${why}. MEDIAGEN_NPM_REGISTRY names another npm registry.`,
    )
  })
  const driver = join(folder, 'driver.mjs')
  await writeDriver(driver)
  // Graphics drivers write their shaders only into an existing folder.
  await mkdir(shadersOf(options), { recursive: true })
  return { command: program, args: [driver], env: driverEnvironment(options), cwd: join(options.folder, 'work') }
}

/**
 * A copy of our driver next to the packages that it imports; complete at every moment, because several processes may
 * write it.
 */
async function writeDriver(path: string): Promise<void> {
  const source = await readFile(SOURCE, 'utf8')
  const text = SOURCE.pathname.endsWith('.ts') ? withoutTypes(source) : source
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return
  const fresh = `${path}.${process.pid}`
  await writeFile(fresh, text)
  await rename(fresh, path)
}

/** Node warns each operator that this may change; a release is compiled, and here it reads our own file. */
function withoutTypes(source: string): string {
  const warn = process.emitWarning.bind(process)
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = warn
  }
}

function shadersOf({ folder }: Pick<BareOptions, 'folder'>): string {
  return join(folder, 'shaders')
}

/** The part of our own environment that a driver receives. */
export function driverEnvironment({
  environment,
  folder,
}: Pick<BareOptions, 'environment' | 'folder'>): Record<string, string> {
  const passed = Object.entries(environment).filter(
    (each): each is [string, string] => each[1] !== undefined && PASSED_ON.test(each[0].toUpperCase()),
  )
  const shaders = shadersOf({ folder })
  return {
    ...Object.fromEntries(passed),
    // The first picture of each size compiles shaders for seconds; with this cache, that happens once.
    MESA_SHADER_CACHE_DIR: shaders,
    __GL_SHADER_DISK_CACHE: '1',
    __GL_SHADER_DISK_CACHE_PATH: shaders,
  }
}
