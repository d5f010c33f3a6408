// Prepares a release: looks whether all is in order, writes version and changelog, checks everything and packs.
//   npm run release -- 0.2.0
// It commits, publishes and pushes nothing; it says what is left to do.
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lock } from './pack-lock.ts'
import { readWorkspaces } from './pack-workspaces.ts'
import { unreleased, versionsIn } from './release-changelog.ts'
import { lockProblems, versionProblems } from './release-version.ts'
import { writeRelease } from './release-write.ts'

// npm runs scripts in the folder of the root package.
const root = process.cwd()
const [version = ''] = process.argv.slice(2)
const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root }).toString().trim()
const npmRun = (script: string): boolean =>
  spawnSync('npm', ['run', script], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0

process.exitCode = release()

function release(): number {
  const workspaces = readWorkspaces(root)
  const changelog = read('CHANGELOG.md')
  const problems = [
    ...(git('status', '--porcelain') === ''
      ? []
      : ['the working tree is not clean: commit or put away what you changed']),
    ...versionProblems({ version, workspaces, released: [...versionsIn(changelog), ...taggedVersions()] }),
    ...((unreleased(changelog) ?? '') === '' ? ['CHANGELOG.md says nothing under "## Unreleased"'] : []),
    ...lockProblems(JSON.parse(read('package-lock.json')) as Lock, workspaces),
  ]
  if (problems.length > 0) {
    console.error(`This cannot be released:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    return 1
  }
  const day = new Date().toISOString().slice(0, 10)
  const touched = writeRelease({ root, version, day, workspaces })
  if (!npmRun('check') || !npmRun('pack')) {
    // The tree was clean, so nothing of anybody's is lost.
    git('checkout', '--', ...touched)
    console.error('A check failed. Every file is as it was before.')
    return 1
  }
  console.log(whatIsLeft())
  return 0
}

function taggedVersions(): string[] {
  const tags = git('tag', '--list', 'v*').split('\n')
  return tags.flatMap((tag) => /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1] ?? [])
}

function whatIsLeft(): string {
  const files = readdirSync(join(root, '.pack')).filter((name) => name.endsWith('.tgz'))
  // The service last: people who install it that day find all that belongs to it.
  const parts = files.filter((name) => name !== `mediagen-${version}.tgz`)
  const publish = [...parts, `mediagen-${version}.tgz`].map((name) => `  npm publish --access public .pack/${name}`)
  return `
Version ${version} is checked and packed. Nothing was committed, published or pushed. What is left:

  git commit --all --message "Release ${version}"
  git tag v${version}
${publish.join('\n')}
  git push && git push origin v${version}
`
}
