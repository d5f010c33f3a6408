import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pathWithThisNode } from './support/installed-pack.ts'
import { temporaryFolder } from './support/at-end.ts'

const SCRIPT = resolve(import.meta.dirname, '../scripts/release.ts')
const ENV = {
  PATH: pathWithThisNode(),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}
const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- A thing.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n'
const PART = { name: '@x/part', version: '0.1.0' }
const SERVICE = {
  name: 'mediagen',
  version: '0.1.0',
  scripts: {
    check: "node -e \"require('fs').writeFileSync('.ran', 'check')\"",
    pack: "node -e \"require('fs').mkdirSync('.pack'); require('fs').writeFileSync('.pack/x-part-0.2.0.tgz', '')\"",
  },
  dependencies: { '@x/part': '0.1.0', sharp: '1.0.0' },
}

type Repository = {
  release(version: string): { code: number | null; out: string; err: string }
  write(path: string, content: string | object): void
  read(path: string): string
  git(...args: string[]): string
}

/** A repository in which a release is possible. */
async function repository(t: TestContext): Promise<Repository> {
  const root = await temporaryFolder(t)
  mkdirSync(join(root, 'packages/part'), { recursive: true })
  const self: Repository = {
    release(version) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, version], { cwd: root, env: ENV })
      return { code: status, out: stdout.toString(), err: stderr.toString() }
    },
    write(path, content) {
      writeFileSync(join(root, path), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`)
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    git: (...args) => execFileSync('git', args, { cwd: root, env: ENV }).toString().trim(),
  }
  self.write('package.json', SERVICE)
  self.write('packages/part/package.json', PART)
  const { version, dependencies } = SERVICE
  const packages = { '': { version, dependencies }, 'packages/part': { version: PART.version } }
  self.write('package-lock.json', { name: 'mediagen', version: '0.1.0', lockfileVersion: 3, packages })
  self.write('CHANGELOG.md', CHANGELOG)
  self.write('.gitignore', '.ran\n.pack\n')
  self.git('init', '--quiet')
  commit(self)
  return self
}

function commit(repo: Repository): void {
  repo.git('add', '--all')
  repo.git('commit', '--quiet', '--message', 'x')
}

test('a release writes one version everywhere, dates the changelog, checks, packs, and leaves the rest to a person', async (t) => {
  const repo = await repository(t)
  const { code, out, err } = repo.release('0.2.0')
  assert.equal(code, 0, err)
  const service = JSON.parse(repo.read('package.json')) as typeof SERVICE
  assert.equal(service.version, '0.2.0')
  assert.deepEqual(service.dependencies, { '@x/part': '0.2.0', sharp: '1.0.0' })
  assert.equal((JSON.parse(repo.read('packages/part/package.json')) as typeof PART).version, '0.2.0')
  assert.doesNotMatch(repo.read('package-lock.json'), /0\.1\.0/)
  assert.match(
    repo.read('CHANGELOG.md'),
    /## Unreleased\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- A thing\.\n\n## 0\.1\.0/,
  )
  assert.equal(repo.read('.ran'), 'check')
  assert.match(out, /npm publish --access public \.pack\/x-part-0\.2\.0\.tgz\n.*\.pack\/mediagen-0\.2\.0\.tgz/)
  assert.equal(repo.git('log', '--oneline').split('\n').length, 1)
  assert.equal(repo.git('tag'), '')
})

test('the same release cannot be made twice, and not below what is out', async (t) => {
  const repo = await repository(t)
  assert.match(repo.release('0.1.0').err, /0\.1\.0 must be greater than 0\.1\.0, which is already out/)
  repo.git('tag', 'v0.3.0')
  assert.match(repo.release('0.2.0').err, /0\.2\.0 must be greater than 0\.3\.0/)
  assert.match(repo.release('0.0.9').err, /0\.0\.9 is older than 0\.1\.0/)
  for (const word of ['', 'next', '1.0', 'v1.0.0']) assert.match(repo.release(word).err, /is not a version/)
  assert.equal(repo.git('status', '--porcelain'), '')
})

test('everything that stands in the way is told at once, and nothing is written', async (t) => {
  const repo = await repository(t)
  repo.write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- The first.\n')
  repo.write('packages/part/package.json', { ...PART, version: '0.1.1' })
  repo.write('package.json', { ...SERVICE, dependencies: { ...SERVICE.dependencies, sharp: '2.0.0' } })
  const before = repo.git('diff')
  const { code, err } = repo.release('0.2.0')
  assert.equal(code, 1)
  for (const words of [
    /working tree is not clean/,
    /different versions: mediagen 0\.1\.0, @x\/part 0\.1\.1/,
    /mediagen wants @x\/part 0\.1\.0, but it is 0\.1\.1/,
    /says nothing under "## Unreleased"/,
    /not in step with package\.json/,
    /not in step with packages\/part\/package\.json/,
  ])
    assert.match(err, words)
  assert.equal(repo.git('diff'), before)
})

test('a check that fails leaves every file as it was', async (t) => {
  const repo = await repository(t)
  repo.write('package.json', { ...SERVICE, scripts: { ...SERVICE.scripts, check: 'exit 1' } })
  commit(repo)
  const { code, err } = repo.release('0.2.0')
  assert.equal(code, 1)
  assert.match(err, /A check failed/)
  assert.equal(repo.git('status', '--porcelain'), '')
})
