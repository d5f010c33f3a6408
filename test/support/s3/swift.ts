// OpenStack Swift from Debian's packages, unpacked into a folder of the project.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const CACHE = resolve(import.meta.dirname, '../../../.cache')
const PROGRAM = join(import.meta.dirname, 'swift-program.py')

/** Starts it on a free port; gives back its address. It ends with this process. */
export async function startSwift(): Promise<string> {
  const root = swiftFolder()
  const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : join(root, 'usr/bin/python3')
  // Not the folder for temporary files: where that is memory, older kernels keep no attributes of files, which Swift needs.
  const folder = mkdtempSync(join(CACHE, 's3-data-'))
  const libraries = readdirSync(join(root, 'usr/lib')).filter((name) => name.includes('-linux-'))
  const server = spawn(python, [PROGRAM, folder], {
    env: {
      PATH: process.env['PATH'],
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      LD_LIBRARY_PATH: libraries.map((name) => join(root, 'usr/lib', name)).join(':'),
    },
  })
  let errors = ''
  server.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const lines = createInterface(server.stdout)
  const port = await new Promise<string>((found, failed) => {
    lines.once('line', found)
    server.once('exit', () => failed(new Error(`Swift did not start: ${errors}`)))
  })
  lines.close()
  // What runs on behalf of the tests must not keep them from ending; it ends when its input does.
  server.unref()
  for (const pipe of [server.stdin, server.stdout, server.stderr])
    if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref()
  return `http://127.0.0.1:${port}`
}

/** Debian's packages of OpenStack Swift, unpacked into a folder of the project: nothing of the system is changed. */
function swiftFolder(): string {
  const folder = join(CACHE, `swift-${process.arch}`)
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  const making = mkdtempSync(join(CACHE, 'swift-making-'))
  try {
    download(making)
    const root = join(making, 'root')
    const archives = join(making, 'archives')
    for (const name of readdirSync(archives).filter((each) => each.endsWith('.deb')))
      run('dpkg', ['-x', join(archives, name), root])
    try {
      renameSync(root, folder)
    } catch (error) {
      // Another test process was faster.
      if (!existsSync(folder)) throw error
    }
    return folder
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

function download(folder: string): void {
  for (const name of ['archives/partial', 'lists/partial']) mkdirSync(join(folder, name), { recursive: true })
  const privately = ['-o', `Dir::Cache=${folder}`, '-o', `Dir::Cache::archives=${folder}/archives`]
  privately.push('-o', 'Debug::NoLocking=1')
  const install = ['install', '-yq', '--download-only', '--no-install-recommends', 'python3-swift']
  if (spawnSync('apt-get', [...privately, ...install]).status === 0) return
  // The lists of packages are missing or old.
  const fresh = [...privately, '-o', `Dir::State::lists=${folder}/lists`]
  run('apt-get', [...fresh, 'update', '-q'])
  run('apt-get', [...fresh, ...install])
}

function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status === 0) return
  const why = error?.message ?? stderr
  throw new Error(`The tests need OpenStack Swift from Debian's packages, but ${command} failed: ${why}`)
}
