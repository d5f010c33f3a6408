import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Log } from '../../../ports/runtime.ts'
import type { Transport } from '../../transport/transport.ts'
import { bareProgram, packagesFor, runtimeName, type Pinned } from './packages.ts'
import { readTar } from './read-tar.ts'

export type RuntimeOptions = {
  /** The folder of runtimes, each in a subfolder. */
  folder: string
  /** The npm registry, such as https://registry.npmjs.org. */
  registry: string
  platform?: string
  /** Packages other than the pinned ones for the platform. */
  packages?: readonly Pinned[]
  /** A runtime other than that of stable-diffusion.cpp. */
  plan?: RuntimePlan
}

/** The parts of a runtime. */
export type RuntimePlan = {
  /** Identifies exactly these packages. */
  name: string
  packages: readonly Pinned[]
  /** The file that is started or loaded, below the folder of packages. */
  program: string
  isExecutable: boolean
  /** Which files of a package are worth keeping. */
  isKept: (path: string) => boolean
}

export type Runtime = { folder: string; program: string }

/** Where the runtime of this platform is, or would be; undefined if there is none for it. */
export function runtimePlace(options: Omit<RuntimeOptions, 'registry'>): RuntimePlace | undefined {
  const { folder, platform = thisPlatform(), packages = packagesFor(platform) } = options
  const plan = options.plan ?? (packages === undefined ? undefined : barePlan(platform, packages))
  if (plan === undefined) return undefined
  const place = join(folder, plan.name)
  return { folder: place, program: join(place, 'node_modules', plan.program), plan }
}

type RuntimePlace = Runtime & { plan: RuntimePlan }

function barePlan(platform: string, packages: readonly Pinned[]): RuntimePlan {
  return {
    name: runtimeName('stable-diffusion', platform, packages),
    packages,
    program: bareProgram(platform),
    isExecutable: true,
    isKept: (path) => isForPlatform(path, platform),
  }
}

/** Whether the runtime is installed completely: it is moved into place at once, after everything was checked. */
export async function isInstalled({ program }: Runtime): Promise<boolean> {
  return (await stat(program).catch(() => undefined)) !== undefined
}

/** Logged before hundreds of megabytes are downloaded. */
export const RUNTIME_IS_FETCHED = 'downloading the local runtime'

/**
 * Downloads the runtime from an npm registry: exact versions, checked against hashes in this source. Only the part for
 * this platform is kept. No install script runs, and nothing else is installed.
 */
export async function installRuntime(
  options: RuntimeOptions,
  { transport, log, signal }: { transport: Transport; log: Log; signal: AbortSignal },
): Promise<Runtime> {
  const place = runtimePlace(options)
  if (place === undefined)
    throw new Error(`there is no local runtime for ${options.platform ?? thisPlatform()}; use another engine`)
  const { folder, program, plan } = place
  if (await isInstalled(place)) return { folder, program }
  log.info(RUNTIME_IS_FETCHED, { packages: plan.packages.length, into: folder })
  const partial = `${folder}.${randomUUID()}.partial`
  try {
    for (const each of plan.packages) await fetchPackage(each, { ...options, plan, partial, transport, signal })
    if (plan.isExecutable) await chmod(join(partial, 'node_modules', plan.program), 0o755)
    await rename(partial, folder).catch(async (error: unknown) => {
      // Another process was faster: its runtime is the same.
      if (!(await isInstalled(place))) throw error
    })
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
  log.info('the local runtime is ready', { folder })
  return { folder, program }
}

export const thisPlatform = (): string => `${process.platform}-${process.arch}`

type Fetching = RuntimeOptions & { plan: RuntimePlan; partial: string; transport: Transport; signal: AbortSignal }

async function fetchPackage(pinned: Pinned, fetching: Fetching): Promise<void> {
  const { name, version } = pinned
  const { registry, plan, partial, transport, signal } = fetching
  const base = registry.replace(/\/+$/, '')
  const wanted = pinned.integrity ?? (await registryIntegrity(`${base}/${name}/${version}`, fetching))
  const url = `${base}/${name}/-/${name.replace(/^.*\//, '')}-${version}.tgz`
  const hash = createHash('sha512')
  const bytes = await transport.stream({ url, signal })
  const hashed = Readable.from(
    (async function* () {
      for await (const chunk of bytes) {
        hash.update(chunk)
        yield chunk
      }
    })(),
  )
  const unzipped = createGunzip()
  hashed.on('error', (error) => unzipped.destroy(error)).pipe(unzipped)
  for await (const file of readTar(unzipped, plan.isKept)) {
    const path = join(partial, 'node_modules', name, file.path.replace(/^[^/]+\//, ''))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, file.bytes)
  }
  const found = `sha512-${hash.digest('base64')}`
  if (found !== wanted)
    throw new Error(`${name} ${version} from ${URL.parse(base)?.host} has the wrong checksum: ${found}, not ${wanted}`)
}

/** Prebuilt parts for other platforms are most of the package. */
function isForPlatform(path: string, platform: string): boolean {
  const [, prebuilds] = /\/prebuilds\/([^/]+)/.exec(path) ?? []
  return (prebuilds === undefined || prebuilds === platform) && !/\.(?:md|d\.ts)$/.test(path)
}

async function registryIntegrity(url: string, { transport, signal }: Fetching): Promise<string> {
  const { status, bytes } = await transport.send({ method: 'GET', url, signal })
  const said: unknown = status === 200 ? JSON.parse(Buffer.from(bytes).toString()) : {}
  const { dist } = said as { dist?: { integrity?: unknown } }
  if (typeof dist?.integrity !== 'string')
    throw new Error(`${url} responded with ${status}, so the runtime is not available there`)
  return dist.integrity
}
