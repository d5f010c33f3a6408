import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CALLER_COMMANDS } from '../../src/cli/caller-commands.ts'
import { OPERATOR_COMMANDS } from '../../src/cli/operator-commands.ts'
import type { CommandSpec } from '../../src/cli/command.ts'
import { parseCall } from '../../src/cli/parse-call.ts'
import { JSON_ON_REQUEST, JSON_WHEN_PIPED, URL_OPTION } from '../../src/cli/shared-options.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { runMediagen, runMediagenAlone } from '../support/run-mediagen.ts'

type Tree = {
  name: string
  summary: string
  options: { long: string; short?: string; choices?: string[] }[]
  commands: Tree[]
}

async function treeOf(args: string[]): Promise<Tree> {
  const { code, out } = await runMediagen(args)
  assert.equal(code, 0)
  return JSON.parse(out) as Tree
}

test('--help --json tells every command of callers and operators with its options, for programs', async () => {
  const tree = await treeOf(['--help', '--json'])
  const names = tree.commands.map(({ name }) => name)
  for (const name of ['image', 'video', 'tasks', 'retry', 'listen', 'login', 'serve', 'keys', 'doctor', 'completion'])
    assert.ok(names.includes(name), name)
  assert.equal(new Set(names).size, names.length)
  for (const { name, summary } of tree.commands) assert.notEqual(summary, '', name)
  const keys = tree.commands.find(({ name }) => name === 'keys')
  const create = keys?.commands.find(({ name }) => name === 'create')
  assert.ok(create?.options.some(({ long }) => long === '--scopes'))
  const image = await treeOf(['image', '--help', '--json'])
  assert.equal(image.name, 'image')
  assert.ok(image.options.some(({ long, short }) => long === '--output' && short === '-o'))
})

test('every command has a help page of its own, by --help, -h and help', async () => {
  const { out: page } = await runMediagen(['--help'])
  for (const { name, options = [] } of [...CALLER_COMMANDS, ...OPERATOR_COMMANDS]) {
    assert.match(page, new RegExp(`^  mediagen ${name}\\b`, 'm'))
    const parsed = parseCall([...CALLER_COMMANDS, ...OPERATOR_COMMANDS], [name, '--help'])
    assert.ok('page' in parsed, name)
    for (const { flags } of options) assert.ok(parsed.page.includes(flags), `${name} ${flags}`)
  }
  const printed = await runMediagenAlone(['image', '--help'])
  assert.equal(printed.code, 0)
  assert.match(printed.out, /--output/)
  assert.equal((await runMediagen(['help', 'image'])).out, printed.out)
  assert.equal((await runMediagen(['image', '-h'])).out, printed.out)
  assert.match((await runMediagen(['keys', 'create', '-h'])).out, /--scopes <list>/)
})

const withOwn = (specs: readonly CommandSpec[]): CommandSpec[] =>
  specs.flatMap((spec) => [spec, ...withOwn(spec.commands ?? [])])

test('--json, --no-json and --url mean the same in every command, and no command takes JSON alone', () => {
  const shared = [...JSON_ON_REQUEST, ...JSON_WHEN_PIPED, URL_OPTION]
  const rows = withOwn([...CALLER_COMMANDS, ...OPERATOR_COMMANDS]).map(({ name, options = [] }) => ({
    name,
    rows: options.filter(({ flags }) => /^--(?:no-)?json$|^--url\b/.test(flags)),
  }))
  assert.ok(rows.filter(({ rows: { length } }) => length > 1).length > 30)
  for (const { name, rows: own } of rows) {
    for (const row of own) assert.ok(shared.includes(row), `${name} ${row.flags}`)
    const has = (flags: string): boolean => own.some((row) => row.flags === flags)
    assert.equal(has('--json'), has('--no-json'), name)
  }
})

/** Tells on standard error of every file that is loaded. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      process.stderr.write('loaded ' + url + '\\n')
      return next(url, context)
    },
  })
`)}`

test('commands of the operator do not wait for the client of the others', async (t) => {
  const folder = await temporaryFolder(t)
  const env = { MEDIAGEN_DATA_DIR: folder, NODE_OPTIONS: `--import ${WATCH}` }
  const loaded = async (...args: string[]): Promise<string[]> => {
    const { err } = await runMediagenAlone(args, { env, cwd: folder })
    return [...err.matchAll(/^loaded .*\/(packages\/client)\//gm)].map(([, name = '']) => name)
  }
  assert.deepEqual(new Set(await loaded('tasks')), new Set(['packages/client']))
  assert.deepEqual(await loaded('keys', 'list'), [])
  assert.deepEqual(await loaded('keys', '--help'), [])
})

test('what was mistyped is answered with what was probably meant', async () => {
  for (const [args, words] of [
    [['imgae', 'x'], /Unknown command 'imgae'\. Did you mean 'image'\?/],
    [['serv'], /Did you mean 'serve'\?/],
    [['image', 'x', '--modle', 'y'], /Unknown option '--modle'\. Did you mean '--model'\?/],
    [['models', 'availble'], /Unknown command 'availble'\. Did you mean 'available'\?/],
    [['models', '--kind', 'image', 'prunne'], /Unknown command 'prunne'\. Did you mean 'prune'\?/],
    [['models', 'others'], /Use 'models' alone or with one of: available, add/],
    [['keys', 'lst'], /Unknown command 'lst'\. Did you mean 'list'\?/],
    [['tasks', '--status', 'lost'], /Allowed choices are pending, processing, success, failed\.\W*"/],
    [['tasks', '--status', 'sucess'], /success, failed\. Did you mean 'success'\?/],
    [['trigger', 'sucess'], /There is no sample 'sucess'\..* Did you mean 'success'\?/],
    [['models', 'add', 'x', '--driver', 'baer'], /Did you mean 'bare'\?/],
    [['task'], /Missing required argument 'id'/],
    [['completion', 'tcsh'], /Allowed choices are bash, zsh, fish/],
    [['keys'], /'keys' requires one of: create, edit, rotate/],
    [['serve', '--rolle', 'api'], /Unknown option '--rolle'\. Did you mean '--role'\?/],
  ] as const) {
    const { code, err, out } = await runMediagen(args)
    assert.deepEqual([code, out], [2, ''], args.join(' '))
    assert.match(err, words)
  }
})

test('the script for each shell names every command and option of callers', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, out } = await runMediagen(['completion', shell])
    assert.equal(code, 0)
    for (const { name, options = [] } of [...CALLER_COMMANDS, ...OPERATOR_COMMANDS]) {
      assert.ok(out.includes(name), `${shell} ${name}`)
      for (const { flags } of options) {
        const long = /--([\w-]+)/.exec(flags)?.[1] ?? ''
        assert.ok(out.includes(shell === 'fish' ? `-l ${long}` : `--${long}`), `${shell} ${name} ${long}`)
      }
    }
  }
})
