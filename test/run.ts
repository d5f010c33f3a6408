// Runs all tests, after installing what they need of the operating system: a browser to play clips in, and ffmpeg to
// compare our encoder with. Arguments are handed on to the test runner; file names replace the default ones.
import { spawnSync } from 'node:child_process'

const TOOLS = [
  { command: 'chromium', debianPackage: 'chromium' },
  { command: 'ffmpeg', debianPackage: 'ffmpeg' },
]
const FILES = ['{src,test}/**/*.test.ts', 'packages/*/{src,test}/**/*.test.ts']

function run(command: string, args: string[], quiet = false): number {
  const { status, error } = spawnSync(command, args, { stdio: quiet ? 'ignore' : 'inherit' })
  return error === undefined ? (status ?? 1) : 127
}

const works = (command: string): boolean => run(command, [command === 'ffmpeg' ? '-version' : '--version'], true) === 0

const missing = TOOLS.filter(({ command }) => !works(command))
if (missing.length > 0) {
  const packages = missing.map(({ debianPackage }) => debianPackage)
  console.log(`Installing for the tests: ${packages.join(', ')}`)
  const installed =
    process.getuid?.() === 0 &&
    run('apt-get', ['update', '-q']) === 0 &&
    run('apt-get', ['install', '-yq', '--no-install-recommends', ...packages]) === 0
  if (!installed) {
    console.error(`The tests need these programs on PATH: ${packages.join(', ')}. Install them and run again.`)
    process.exit(1)
  }
}

const given = process.argv.slice(2)
const files = given.some((argument) => argument.endsWith('.ts')) ? [] : FILES
process.exitCode = run(process.execPath, ['--test', '--test-concurrency=2', ...given, ...files])
