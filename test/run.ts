// Runs the tests: the short ones, all of them, or those that the arguments name. `npm test -- --help` tells how.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run, type EventData, type TestsStream } from 'node:test'
import * as reporters from 'node:test/reporters'
import { isAlone } from './runner/alone.ts'
import { chooseFiles, shown } from './runner/choose-files.ts'
import { costTable, countTests, type Costs } from './runner/costs.ts'
import { endOnSignal } from './runner/end-on-signal.ts'
import { guardFiles, type Ended } from './runner/guard-files.ts'
import { BROUGHT_ALONG, needsOf } from './runner/needs.ts'
import { HELP, readOptions, RunError, type Options } from './runner/options.ts'
import { readCpu, reportedCosts, unwaitedCpu } from './runner/process-report.ts'
import { startTools, type Tools } from './runner/tools.ts'
import { useMemory } from './runner/use-memory.ts'
import type { FileList } from './runner/worker.ts'

const ROOT = resolve(import.meta.dirname, '..')
useMemory()
// Test processes and the services that they start share what Node made of our sources, so each is compiled once.
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
  const startedAt = performance.now()
  const endings: Ending[] = []
  endOnSignal(async () => {
    for (const end of endings) await end()
  })
  const files = chooseFiles(ROOT, options)
  // Once for all of them: what is tested is what would be served.
  execFileSync(process.execPath, [resolve(ROOT, 'scripts/build-console.ts')], { stdio: 'inherit' })
  const needs = needsOf(files)
  const tools = await startTools(new Set([...needs.values()].flatMap((each) => [...each])))
  endings.push(tools.stop)
  const leftOut = files.filter((file) => [...(needs.get(file) ?? [])].some((need) => tools.missing.has(need)))
  const isDemanded = [...tools.missing.keys()].some((need) => !BROUGHT_ALONG.has(need))
  if (options.long && leftOut.length > 0 && isDemanded)
    throw new RunError(`The long tests need all tools: ${reasons(tools)}`)
  const chosen = files.filter((file) => !leftOut.includes(file))
  if (chosen.length === 0) throw new RunError(`Every file is left out: ${reasons(tools)}`)
  const { succeeded, tests, costs, unwaitedSeconds } = await runFiles(chosen, { needs, endings }, tools, options)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const cpuSeconds = Math.round(readCpu() + unwaitedSeconds)
  console.log(`${tests} tests of ${costs.files.length} files: ${seconds} s, ${cpuSeconds} CPU seconds.`)
  // Last, where nobody overlooks it.
  if (leftOut.length > 0)
    console.log(`Left out: ${leftOut.map((file) => shown(ROOT, file)).join(', ')}. Why: ${reasons(tools)}`)
  return succeeded
}

function reasons({ missing }: Tools): string {
  return `${[...missing.values()].join('; ')}.`
}

type Needs = ReturnType<typeof needsOf>
type Ending = () => unknown
type Outcome = { succeeded: boolean; tests: number; costs: Costs; unwaitedSeconds: number }

async function runFiles(
  files: string[],
  { needs, endings }: { needs: Needs; endings: Ending[] },
  { env, stop }: Tools,
  options: Options,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-tests-'))
  endings.push(() => removeFolder(folder))
  // A server of a test may run as another user, and has its folder there.
  chmodSync(folder, 0o711)
  // The processes of tests inherit these. What a killed one leaves in its temporary folder goes with this one.
  Object.assign(process.env, env, { TEST_RUN_FOLDER: folder, TMPDIR: folder }, options.long && { TEST_LONG: '1' })
  const { fileTimeoutMs: fileMs, idleTimeoutMs: idleMs, browserIdleTimeoutMs: browserIdleMs } = options
  const inBrowser = new Set(files.filter((file) => needs.get(file)?.has('chromium') === true))
  const guard = guardFiles(folder, { fileMs, idleMs, browserIdleMs }, { inBrowser, onEnd: tellEnd })
  try {
    const programs = programsFor(folder, files, needs, options)
    return await runPrograms(programs, { folder, files, execArgv: guard.execArgv }, options)
  } finally {
    guard.stop()
    await stop()
    removeFolder(folder)
  }
}

function tellEnd({ file, test, why }: Ended): void {
  const at = test === '' ? 'before its first test' : `at the test "${test}"`
  console.error(
    why === 'idle'
      ? `${shown(ROOT, file)} hangs ${at}: none of its processes did anything any more. They were ended.`
      : `${shown(ROOT, file)} was killed ${at}: it went on past its limit and gave its event loop no turn.`,
  )
}

function removeFolder(folder: string): void {
  // What was killed may write for a moment yet.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

/** The files that want a process of their own, and workers for all others. */
function programsFor(folder: string, files: string[], needs: Needs, options: Options): string[] {
  const alone = files.filter((file) => options.isolation === 'process' || isAlone(shown(ROOT, file)))
  const shared = files.filter((file) => !alone.includes(file))
  const inBrowser = shared.filter((file) => needs.get(file)?.has('chromium') === true)
  const list: FileList = { root: ROOT, files: shared, inBrowser }
  writeFileSync(join(folder, 'list.json'), JSON.stringify(list))
  const worker = resolve(ROOT, 'test/runner/worker.ts')
  const workers = Array.from({ length: Math.min(options.concurrency, shared.length) }, (_, index) => {
    const program = join(folder, `worker-${index + 1}.test.ts`)
    writeFileSync(
      program,
      `import { runListedFiles } from ${JSON.stringify(worker)}\nawait runListedFiles(${JSON.stringify(folder)}, ${index + 1})\n`,
    )
    return program
  })
  // The longest way is that of the first, through all that needs a browser.
  return [...workers.slice(0, 1), ...alone, ...workers.slice(1)]
}

type Started = { folder: string; files: readonly string[]; execArgv: string[] }

async function runPrograms(
  programs: string[],
  { folder, files, execArgv }: Started,
  options: Options,
): Promise<Outcome> {
  const stream = run({
    files: programs,
    cwd: ROOT,
    execArgv,
    concurrency: options.concurrency,
    timeout: options.testTimeoutMs,
    only: options.only,
    ...(options.namePatterns.length === 0 ? {} : { testNamePatterns: options.namePatterns }),
    ...(options.skipPatterns.length === 0 ? {} : { testSkipPatterns: options.skipPatterns }),
  })
  let summary: EventData.TestSummary | undefined
  stream.on('test:summary', (event) => {
    if (event.file === undefined) summary = event
  })
  const tests = countTests(ROOT, stream)
  for await (const piece of reported(stream, options.reporter)) process.stdout.write(piece)
  const costs: Costs = {
    tests,
    files: reportedCosts(folder).map(({ file, cpuSeconds }) => ({ name: shown(ROOT, file), seconds: cpuSeconds })),
  }
  const isWhole = options.words.length === 0 && options.shard === undefined
  if (options.costs || isWhole) process.stdout.write(costTable(costs, options.costs))
  const succeeded = summary?.success === true
  const told = new Set(costs.files.map(({ name }) => name))
  const silent = files.map((file) => shown(ROOT, file)).filter((name) => !told.has(name))
  if (silent.length > 0) console.error(`These files did not come to their end: ${silent.join(', ')}`)
  // A file in which no name matches counts as a test that passed.
  else if (succeeded && tests.length === 0) throw new RunError('No test was run: none has a name that matches.')
  return {
    succeeded: succeeded && silent.length === 0,
    tests: summary?.counts.tests ?? 0,
    costs,
    unwaitedSeconds: unwaitedCpu(folder),
  }
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
