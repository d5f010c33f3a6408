// Installs the packed clients with npm into an empty project, checks its types, bundles it for a page, and runs it by several
// runtimes from the registry, each against a live service of its own; takes some minutes and needs the network:
//   npm run runtimes
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { compileProgram, runProgram, SAID, type Program } from '../test/support/client-project.ts'
import { packedFile, packInto } from '../test/support/installed-pack.ts'
import { endProcess, startServiceProcess } from './service-process.ts'

const ROOT = resolve(import.meta.dirname, '..')
const KEY = 'a-key-for-the-runtimes-alone'
const { arch } = process

type Runtime = { name: string; from: string; program: string; args?: readonly string[]; programs: readonly Program[] }

const node = (version: string, programs: readonly Program[]): Runtime => ({
  name: `node-${version}`,
  from: `npm:node-linux-${arch}@${version}`,
  program: 'bin/node',
  programs,
})
const BOTH = ['use-client', 'use-ai-sdk'] as const
const RUNTIMES: readonly Runtime[] = [
  // The AI SDK itself wants Node 22.
  node('20.20.2', ['use-client']),
  node('24.21.0', BOTH),
  node('26.10.0', BOTH),
  {
    name: 'deno-2.9.6',
    from: `npm:@deno/linux-${arch}-glibc@2.9.6`,
    program: 'deno',
    args: ['run', '--allow-all', '--no-config', '--node-modules-dir=manual'],
    programs: BOTH,
  },
  {
    name: 'bun-1.4.4',
    from: `npm:@oven/bun-linux-${arch === 'arm64' ? 'aarch64' : arch}@1.4.4`,
    program: 'bin/bun',
    programs: BOTH,
  },
]

type Bundler = { packages: Readonly<Record<string, string>>; program: string; args: readonly string[] }

/** They must not look for what only Node has: a page could not be built. */
const BUNDLERS: readonly Bundler[] = [
  {
    packages: { esbuild: '0.28.2' },
    program: 'esbuild',
    args: ['use-client.js', '--bundle', '--format=esm', '--outfile=bundled/esbuild.js'],
  },
  {
    packages: { webpack: '5.112.2', 'webpack-cli': '7.3.1' },
    program: 'webpack',
    args: ['--mode=production', '--entry=./use-client.js', '--output-path=bundled/webpack'],
  },
]

const home = mkdtempSync(join(tmpdir(), 'mediagen-runtimes-'))
try {
  const folder = install(packInto(join(home, 'packed')))
  for (const on of ['node', 'web'] as const)
    report(`types of use-client on ${on}`, compileProgram(folder, 'use-client', on), '')
  report('types of use-ai-sdk', compileProgram(folder, 'use-ai-sdk', 'node'), '')
  for (const { program, args } of BUNDLERS)
    report(`a page bundled by ${program}`, bundle(folder, program, args), 'built')
  for (const { name, program, args = [], programs } of RUNTIMES) {
    const command = [join(folder, 'node_modules', name, program), ...args]
    for (const each of programs) report(`${each} by ${name}`, await run(command, each, folder), SAID[each])
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}

function report(what: string, got: unknown, wanted: unknown): void {
  const isWell = isDeepStrictEqual(got, wanted)
  console.log(`${isWell ? 'ok  ' : 'NOT '} ${what}${isWell ? '' : `\n${JSON.stringify(got, null, 2)}`}`)
  if (!isWell) process.exitCode = 1
}

/** The project, made by npm itself; gives back its folder. */
function install(packed: string): string {
  const folder = join(home, 'project')
  mkdirSync(folder)
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const dependencies: Record<string, string> = {
    ai: devDependencies['ai'] ?? '',
    '@types/node': devDependencies['@types/node'] ?? '',
  }
  for (const name of ['client', 'ai-sdk']) {
    const file = packedFile(packed, `mediagen-${name}`)
    copyFileSync(file, join(folder, basename(file)))
    dependencies[`@mediagen/${name}`] = `file:${basename(file)}`
    copyFileSync(join(ROOT, `packages/${name}/test/project/use-${name}.ts`), join(folder, `use-${name}.ts`))
  }
  for (const { name, from } of RUNTIMES) dependencies[name] = from
  for (const { packages } of BUNDLERS) Object.assign(dependencies, packages)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (existsSync(join(folder, 'node_modules/@mediagen/ai-sdk/node_modules')))
    throw new Error('npm did not give the provider the client that lies beside it')
  return folder
}

/** What the bundler says where it fails, or only warns. */
function bundle(folder: string, program: string, args: readonly string[]): string {
  const bundler = join(folder, 'node_modules/.bin', program)
  const { status, stdout, stderr } = spawnSync(bundler, args, { cwd: folder, encoding: 'utf8' })
  const said = `${stdout}${stderr}`
  return status === 0 && !/warning/i.test(said) ? 'built' : said
}

async function run(command: readonly string[], program: Program, folder: string): Promise<unknown> {
  const dataDir = mkdtempSync(join(home, 'data-'))
  const { child, url } = await startServiceProcess({ dataDir, apiKey: KEY })
  try {
    return await runProgram(command, program, { folder, url, key: KEY })
  } finally {
    await endProcess(child, 'SIGTERM')
  }
}
