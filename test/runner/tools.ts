import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { chromiumFromNpm } from './chromium-from-npm.ts'
import type { Need } from './needs.ts'

// What the tests use and the service does not: a folder of its own, so that an ordinary install does not carry it.
const TOOLS = resolve(import.meta.dirname, '../tools')
const OF_COMFYUI = ['main.py', 'venv/bin/python']
const OF_KUBERNETES = { helm: ['helm'], kubernetes: ['etcd', 'kube-apiserver', 'crds'] }
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome']

export type Tools = {
  /** What test processes find in their environment. */
  env: Record<string, string>
  /** What is not to be had here, with the reason. */
  missing: Map<Need, string>
  stop: () => Promise<void>
}

/** Starts PostgreSQL and finds a browser from npm or on PATH and ffmpeg on PATH or from npm, where these are needed. */
export async function startTools(needs: ReadonlySet<Need>): Promise<Tools> {
  const ffmpeg = needs.has('ffmpeg') ? onPath(['ffmpeg']) : undefined
  const isFromNpm = (needs.has('chromium') && isBrowserFromNpm()) || (needs.has('ffmpeg') && ffmpeg === undefined)
  // On a fresh machine each of these takes seconds, most of which it waits. Test processes inherit where PostgreSQL is.
  const [postgres, whyNoRuntime, isInstalled] = await Promise.all([
    needs.has('postgres') ? import('../support/postgres.ts').then((module) => module.startSharedPostgres()) : undefined,
    needs.has('runtime') ? findRuntime() : undefined,
    isFromNpm ? install() : false,
  ])
  const tools: Tools = { env: {}, missing: new Map(), stop: async () => postgres?.stop() }
  if (whyNoRuntime !== undefined) tools.missing.set('runtime', whyNoRuntime)
  if (needs.has('chromium')) findBrowser(tools, isInstalled)
  if (needs.has('ffmpeg')) {
    const path = ffmpeg ?? (isInstalled ? ffmpegFromNpm() : undefined)
    if (path === undefined) tools.missing.set('ffmpeg', 'there is no ffmpeg on PATH, nor from npm for this system')
    else tools.env['PATH'] = [dirname(path), process.env['PATH']].join(delimiter)
  }
  await findBroughtAlong(tools, needs)
  return tools
}

async function findRuntime(): Promise<string | undefined> {
  const [{ fetchRuntime }, { RUNTIMES }] = await Promise.all([
    import('./fetch-runtime.ts'),
    import('../support/local-runtime.ts'),
  ])
  return fetchRuntime(RUNTIMES)
}

function isBrowserFromNpm(): boolean {
  return process.env['CHROMIUM_PATH'] === undefined && process.platform === 'linux' && process.arch === 'x64'
}

function findBrowser(tools: Tools, isInstalled: boolean): void {
  const given = process.env['CHROMIUM_PATH']
  const fromNpm = isInstalled && isBrowserFromNpm() ? chromiumFromNpm(TOOLS) : undefined
  const found = fromNpm !== undefined && runs(fromNpm) ? fromNpm : onPath(BROWSERS)
  const path = given === undefined ? found : runs(given) ? given : undefined
  if (path === undefined)
    tools.missing.set(
      'chromium',
      given === undefined
        ? 'there is no chromium on PATH, nor from npm for this system'
        : `CHROMIUM_PATH is ${given}, which is no browser that runs`,
    )
  else tools.env['CHROMIUM_PATH'] = path
}

/** Programs that only their owners install. */
async function findBroughtAlong(tools: Tools, needs: ReadonlySet<Need>): Promise<void> {
  if (needs.has('comfyui') && !(await isComfyUi(process.env['COMFYUI_URL'])))
    tools.missing.set('comfyui', 'COMFYUI_URL names no ComfyUI that answers')
  if (needs.has('comfyuis') && !OF_COMFYUI.every((name) => existsSync(join(process.env['COMFYUI_HOME'] ?? '', name))))
    tools.missing.set('comfyuis', `COMFYUI_HOME names no folder with ${OF_COMFYUI.join(' and ')}`)
  for (const [need, names] of Object.entries(OF_KUBERNETES) as [Need, string[]][]) {
    const absent = names.filter((name) => !existsSync(join(process.env['KUBERNETES_TOOLS'] ?? '', name)))
    if (needs.has(need) && absent.length > 0)
      tools.missing.set(need, `KUBERNETES_TOOLS names no folder with ${absent.join(', ')}`)
  }
  if (needs.has('prometheus') && ['prometheus', 'promtool'].some((name) => onPath([name]) === undefined))
    tools.missing.set('prometheus', 'there is no prometheus with promtool on PATH')
}

async function isComfyUi(url = ''): Promise<boolean> {
  if (url === '') return false
  const answer = await fetch(`${url}/system_stats`).catch(() => undefined)
  return answer?.ok === true
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const ending = process.platform === 'win32' ? '.exe' : ''
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name + ending)))
    .find((path) => existsSync(path) && runs(path))
}

/** A browser or program that lacks a library of the system is none. */
function runs(path: string): boolean {
  return ['--version', '-version'].some((version) => spawnSync(path, [version], { stdio: 'ignore' }).status === 0)
}

function ffmpegFromNpm(): string | undefined {
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'
  return ['@ffmpeg-binary', '@ffmpeg-installer']
    .map((scope) => join(TOOLS, 'node_modules', scope, `${process.platform}-${process.arch}`, name))
    .find((path) => existsSync(path) && runs(path))
}

/** Installs the tools once. Where there is no registry, tests go on without them. */
async function install(): Promise<boolean> {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((name) => join(TOOLS, name))
  const written = (path = ''): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (written(installed) >= written(wanted)) return true
  console.log('Installing the tools of the tests into test/tools …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const installing = spawn(npm, args, { cwd: TOOLS, stdio: 'inherit', shell: process.platform === 'win32' })
  // Where there is no npm either, it fails instead of ending.
  const [code] = await once(installing, 'close').catch(() => [null])
  return code === 0
}
