// Runs the tests: all of them, or those that the arguments name. `npm test -- --help` tells how.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { run, type EventData, type TestsStream } from 'node:test'
import * as reporters from 'node:test/reporters'
import { chooseFiles, shown } from './runner/choose-files.ts'
import { costTable, countCosts } from './runner/costs.ts'
import { guardFiles } from './runner/guard-files.ts'
import { installTools } from './runner/install-tools.ts'
import { HELP, readOptions, RunError, type Options } from './runner/options.ts'

const ROOT = resolve(import.meta.dirname, '..')
// Every test file and every service that one starts is a process of its own. They share what Node made of our sources,
// so that each is read and compiled once and not some hundred times.
process.env['NODE_COMPILE_CACHE'] ??= resolve(ROOT, 'node_modules/.cache/compiled-for-tests')

try {
  const options = readOptions(process.argv.slice(2))
  if (options.help) process.stdout.write(HELP)
  else process.exitCode = (await runTests(options)) ? 0 : 1
} catch (error) {
  if (!(error instanceof RunError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function runTests(options: Options): Promise<boolean> {
  const files = chooseFiles(ROOT, options.words)
  // Once for all of them: what is tested is what would be served.
  execFileSync(process.execPath, [resolve(ROOT, 'scripts/build-console.ts')], { stdio: 'inherit' })
  // Whoever runs a few tests may do without a browser, and does not wait for it.
  if (options.words.length === 0) installTools()
  const guard = guardFiles(options.fileTimeoutMs, (file) =>
    console.error(`${shown(ROOT, file)} was killed: it went on past its limit and gave its event loop no turn.`),
  )
  try {
    return await runFiles(files, guard.execArgv, options)
  } finally {
    guard.stop()
  }
}

async function runFiles(files: string[], execArgv: string[], options: Options): Promise<boolean> {
  const stream = run({
    files,
    cwd: ROOT,
    execArgv,
    concurrency: options.concurrency,
    timeout: options.testTimeoutMs,
    only: options.only,
    ...(options.shard === undefined ? {} : { shard: options.shard }),
    ...(options.namePatterns.length === 0 ? {} : { testNamePatterns: options.namePatterns }),
    ...(options.skipPatterns.length === 0 ? {} : { testSkipPatterns: options.skipPatterns }),
  })
  let summary: EventData.TestSummary | undefined
  stream.on('test:summary', (event) => {
    if (event.file === undefined) summary = event
  })
  const costs = countCosts(ROOT, stream)
  for await (const piece of reported(stream, options.reporter)) process.stdout.write(piece)
  const isWhole = options.words.length === 0 && options.shard === undefined
  if (options.costs || isWhole) process.stdout.write(costTable(costs, options.costs))
  const succeeded = summary?.success === true
  // A file in which no name matches counts as a test that passed.
  if (succeeded && costs.tests.length === 0) throw new RunError('No test was run: none has a name that matches.')
  return succeeded
}

function reported(stream: TestsStream, name: string): AsyncIterable<string | Uint8Array> {
  switch (name) {
    case 'spec':
      return stream.compose(new reporters.spec())
    case 'dot':
      return stream.compose(reporters.dot)
    case 'tap':
      return stream.compose(reporters.tap)
    case 'junit':
      return stream.compose(reporters.junit)
    default:
      throw new RunError(`--test-reporter must be spec, dot, tap or junit, not '${name}'`)
  }
}
