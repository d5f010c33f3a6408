import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Keys that may do little or nothing: `texts` to send, with one that is no key at all, and `all` that were ever made. */
export function limitedKeys(environment: Readonly<Record<string, string>>): { texts: string[]; all: string[] } {
  const run = (...words: string[]): string =>
    execFileSync(process.execPath, [MAIN, 'keys', ...words], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...environment },
    })
  const create = (name: string, ...more: string[]): string => {
    const text = /mg_\w+/.exec(run('create', '--name', name, ...more))?.[0]
    if (text === undefined) throw new Error('no key was shown')
    return text
  }
  const reader = create('reader', '--scopes', 'tasks:read')
  const drawer = create('drawer', '--scopes', 'images:write', '--models', 'sandbox')
  const another = create('another')
  const revoked = create('revoked')
  const id = run('list')
    .split('\n')
    .find((line) => line.includes('revoked'))
    ?.split(/\s+/)[0]
  run('revoke', id ?? '')
  const all = [reader, drawer, another, revoked]
  return { texts: [...all, 'no-key-at-all'], all }
}
