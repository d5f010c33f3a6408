import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { packedFile, unpack } from './installed-pack.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** What the programs of the project print when all is well. */
export const SAID = {
  'use-client': {
    path: 'fox.png',
    files: ['mp4'],
    last: 'success',
    tasks: 2,
    named: 'req_',
    event: '1',
    refused: 'TaskFailedError',
    estimate: ['exact', 0],
    limits: 'number',
    retried: 1,
    cancelled: 1,
  },
  'use-ai-sdk': { image: 'image/png', video: 'video/mp4' },
} as const

export type Program = keyof typeof SAID

/** An empty project into which the packed clients were installed; third-party packages are those of this checkout. */
export function clientProject(packed: string, folder: string): void {
  const modules = join(folder, 'node_modules')
  for (const name of ['client', 'ai-sdk']) {
    unpack(packedFile(packed, `mediagen-${name}`), join(modules, '@mediagen', name))
    cpSync(join(ROOT, `packages/${name}/test/project/use-${name}.ts`), join(folder, `use-${name}.ts`))
  }
  for (const name of ['@ai-sdk/provider', 'ai', '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
}

/** What the compiler says of a program, as strictly as can be; compiled beside it. `lib` is what the program runs on. */
export function compileProgram(folder: string, program: Program, on: 'node' | 'web'): string {
  const libraries =
    on === 'node' ? ['--lib', 'esnext', '--types', 'node'] : ['--lib', 'esnext,dom,dom.asynciterable', '--types', '']
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--verbatimModuleSyntax']
  // The declarations of the AI SDK itself do not stand up to the check of libraries; ours do.
  const libraryCheck = program === 'use-ai-sdk' ? ['--skipLibCheck'] : []
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const args = [
    compiler,
    ...strict,
    ...libraries,
    ...libraryCheck,
    '--target',
    'es2022',
    '--module',
    'nodenext',
    `${program}.ts`,
  ]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder })
  return `${stdout.toString()}${stderr.toString()}`
}

export type Where = { folder: string; url: string; key: string }

/** Runs a program of the project by a runtime such as `['node']`; gives back what it printed, or how it failed. */
export async function runProgram(runtime: readonly string[], program: Program, where: Where): Promise<unknown> {
  const [command = '', ...args] = runtime
  const child = spawn(command, [...args, `${program}.js`], {
    cwd: where.folder,
    env: { PATH: process.env['PATH'], HOME: where.folder, MEDIAGEN_URL: where.url, MEDIAGEN_API_KEY: where.key },
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return child.exitCode === 0 ? (JSON.parse(out) as unknown) : `${program} ended with ${child.exitCode}: ${err}`
}
