import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { CALLER_COMMANDS } from '../../src/cli/caller-commands.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { completeInShell, hasShell, type Shell } from '../support/complete-in-shell.ts'
import { runMediagen } from '../support/run-mediagen.ts'

const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish']
const INSTALLED = SHELLS.filter(hasShell)

/** Lines as somebody types them, and what Tab must offer: exactly this, in whatever order. */
const OFFERED: readonly (readonly [line: string, words: readonly string[]])[] = [
  ['mediagen ta', ['task', 'tasks']],
  ['mediagen tasks --status ', ['failed', 'pending', 'processing', 'success']],
  ['mediagen tasks --status=p', ['pending', 'processing']],
  ['mediagen models --kind ', ['image', 'video']],
  ['mediagen image "a fox" --asp', ['--aspect-ratio']],
  ['mediagen image tasks --stat', []],
  ['mediagen keys re', ['revoke']],
  ['mediagen keys ', ['audit', 'create', 'edit', 'list', 'revoke', 'rotate', 'secret', 'show']],
  ['mediagen keys create --na', ['--name']],
  ['mediagen keys list --na', []],
  ['mediagen completion ', ['bash', 'fish', 'zsh']],
  ['mediagen trigger ', ['fail', 'slow', 'success']],
  ['mediagen serve --role ', ['all', 'api', 'worker']],
  ['mediagen help mo', ['models']],
  // Where a file belongs, files are offered.
  ['mediagen image -i pi', ['picture.png']],
  ['mediagen image --file pr', ['prompts.txt']],
  ['mediagen image --he', ['--help']],
]

test('bash is among the shells that are tried', () => assert.ok(INSTALLED.includes('bash')))

for (const shell of INSTALLED)
  test(`${shell} itself completes commands, their parts, options, choices and files`, async (t) => {
    const folder = await temporaryFolder(t)
    for (const name of ['picture.png', 'prompts.txt']) await writeFile(join(folder, name), '')
    const { out: script } = await runMediagen(['completion', shell])
    const complete = (line: string): string[] => completeInShell(shell, { folder, script, line })
    for (const [line, words] of OFFERED) assert.deepEqual(offeredBy(complete(line)), words, `${shell}: ${line}`)
    const options = CALLER_COMMANDS.find(({ name }) => name === 'image')?.options ?? []
    const found = complete('mediagen image --')
    for (const { flags } of options) assert.ok(found.includes(/--[\w-]+/.exec(flags)?.[0] ?? ''), `${shell}: ${flags}`)
  })

/** A choice may have its option before it. */
function offeredBy(found: readonly string[]): string[] {
  return [...new Set(found.map((word) => word.replace(/^--[\w-]+=/, '')))].toSorted()
}
