// Writes the published form, plain JavaScript, as files that npm installs:
//   npm run pack                    .pack/mediagen-VERSION.tgz, and one file for each package that is not private
//   npm run pack -- --out folder    the same elsewhere
// `install/` beside them is a folder for `npm ci`: the packed service with the very packages that the tests ran with.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compile } from './pack-compile.ts'
import { lockOfPacked, type Lock } from './pack-lock.ts'
import { publishedManifest } from './pack-manifest.ts'
import { bundledWith, readWorkspaces, type Workspace } from './pack-workspaces.ts'

const ROOT = resolve(import.meta.dirname, '..')
const USUAL_OUT = join(ROOT, '.pack')
// npm puts the first two of these into every package that has them.
const ALWAYS = ['README.md', 'LICENSE', 'NOTICE']

const { values } = parseArgs({ options: { out: { type: 'string', default: USUAL_OUT } } })
const out = resolve(values.out)
const stage = join(out, 'stage')
const compiled = join(stage, 'compiled')

// Only what an earlier run of this script wrote may be thrown away.
if (out === USUAL_OUT) rmSync(out, { recursive: true, force: true })
else if (existsSync(out) && readdirSync(out).length > 0) throw new Error(`${out} is not empty; nothing was packed.`)
const [service, ...packages] = readWorkspaces(ROOT)
const bundled = bundledWith(service, packages)
const alone = packages.filter(({ manifest }) => manifest.private !== true)
execFileSync(process.execPath, [join(ROOT, 'scripts/build-console.ts')], { stdio: 'inherit' })
compile(ROOT, [service, ...new Set([...bundled, ...alone])], compiled)

const folders = [stagePackage(service, bundled), ...alone.map((each) => stagePackage(each))]
const files = folders.map(packFolder)
writeInstallation(files[0] ?? '')
rmSync(stage, { recursive: true })
for (const file of files) console.log(`${join(out, file)}  ${Math.ceil(statSync(join(out, file)).size / 1024)} KiB`)
console.log(`${join(out, 'install')}  for npm ci`)

/** Lays a package out as it will be installed; gives back its folder. */
function stagePackage(
  workspace: Workspace,
  inside: readonly Workspace[] = [],
  folder = join(stage, workspace.manifest.name),
): string {
  const source = join(ROOT, workspace.folder)
  const manifest = publishedManifest(
    workspace.manifest,
    inside.map((each) => each.manifest),
  )
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  cpSync(join(compiled, workspace.folder, 'src'), join(folder, 'dist'), { recursive: true })
  for (const program of Object.values(manifest.bin ?? {})) chmodSync(join(folder, program), 0o755)
  const listed = (workspace.manifest.files ?? []).filter((path) => path !== 'src' && !path.startsWith('!'))
  for (const path of [...ALWAYS, ...listed])
    if (existsSync(join(source, path))) cpSync(join(source, path), join(folder, path), { recursive: true })
  if (!existsSync(join(folder, 'LICENSE'))) cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  for (const each of inside) stagePackage(each, [], join(folder, 'node_modules', each.manifest.name))
  return folder
}

/** Lets npm pack a folder; gives back the name of the file. */
function packFolder(folder: string): string {
  // The folder goes by a variable: on Windows npm is started by a shell, which would split a path at its spaces.
  const said = execFileSync('npm', ['pack', '--json', '--ignore-scripts'], {
    cwd: folder,
    env: { ...process.env, npm_config_pack_destination: out },
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [packed] = Object.values(JSON.parse(said.toString()) as Record<string, { filename: string }>)
  return packed?.filename ?? ''
}

function writeInstallation(file: string): void {
  const folder = join(out, 'install')
  mkdirSync(folder)
  cpSync(join(out, file), join(folder, file))
  const integrity = `sha512-${createHash('sha512')
    .update(readFileSync(join(out, file)))
    .digest('base64')}`
  const own = bundled.map(({ manifest }) => publishedManifest(manifest))
  const manifest = publishedManifest(service.manifest, own)
  const repository = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const lock = lockOfPacked(repository, { manifest, bundled: own, file, integrity })
  const root = {
    name: 'mediagen-installation',
    private: true,
    dependencies: { mediagen: `file:${file}` },
    // Without them npm would find that the lockfile does not fit what the packages ask for.
    overrides: service.manifest.overrides,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(root, null, 2)}\n`)
  writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
}
