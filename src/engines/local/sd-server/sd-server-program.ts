import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { driverEnvironment, type BareOptions } from '../bare/bare-program.ts'
import { RuntimeUnavailable, type DriverProgram } from '../driver-process.ts'

// The compiled program has the same files with another extension.
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('./program.ts', import.meta.url)
  : new URL('./program.js', import.meta.url)

type SdServerPlace = Pick<BareOptions, 'folder' | 'environment'> & { sdServer?: string | undefined }

/** What is wrong with the operator's `sd-server`, in words; undefined if it can be started. */
export async function sdServerProblem(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return 'it runs with sd-server: set MEDIAGEN_SD_SERVER to the path of that program'
  const isThere = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
  return isThere ? undefined : `${path} (MEDIAGEN_SD_SERVER) does not exist, or is not executable`
}

/** The driver for the operator's own build of upstream's server, for CUDA, ROCm and newer families. */
export async function sdServerDriver(place: SdServerPlace): Promise<DriverProgram> {
  const problem = await sdServerProblem(place.sdServer)
  if (problem !== undefined) throw new RuntimeUnavailable(`The local model cannot run: ${problem}.`)
  return {
    command: process.execPath,
    args: [PROGRAM.pathname, place.sdServer ?? ''],
    env: driverEnvironment(place),
    cwd: join(place.folder, 'work'),
  }
}
