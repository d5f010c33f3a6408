import { spawnSync } from 'node:child_process'
import { RunError } from './options.ts'

// A browser to play clips in, and ffmpeg to compare our encoder with.
const TOOLS = [
  { command: 'chromium', version: '--version', debianPackage: 'chromium' },
  { command: 'ffmpeg', version: '-version', debianPackage: 'ffmpeg' },
]

function run(command: string, args: string[], stdio: 'ignore' | 'inherit'): boolean {
  return spawnSync(command, args, { stdio }).status === 0
}

/** Installs what the tests need of the operating system, where that is possible. */
export function installTools(): void {
  const missing = TOOLS.filter(({ command, version }) => !run(command, [version], 'ignore'))
  if (missing.length === 0) return
  const packages = missing.map(({ debianPackage }) => debianPackage)
  console.log(`Installing for the tests: ${packages.join(', ')}`)
  const installed =
    process.getuid?.() === 0 &&
    run('apt-get', ['update', '-q'], 'inherit') &&
    run('apt-get', ['install', '-yq', '--no-install-recommends', ...packages], 'inherit')
  if (!installed)
    throw new RunError(`The tests need these programs on PATH: ${packages.join(', ')}. Install them and run again.`)
}
