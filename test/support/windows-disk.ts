import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { systemDisk, type Disk } from '../../src/files/disk.ts'

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const FORBIDDEN = /[<>:"/\\|?*]|[. ]$/

/**
 * This machine's disk with what Windows refuses: flushing a folder, flushing through a handle that may only read, names that
 * mean something else there, and, at the first try, renaming or removing a file, as if a scanner held it.
 */
export function windowsDisk(): Disk & { refusals: string[] } {
  const refusals: string[] = []
  const held = new Set<string>()
  const refuse = (code: string, what: string): never => {
    refusals.push(what)
    throw Object.assign(new Error(`${code}: ${what}`), { code })
  }
  const refuseFirst = (code: string, what: string, path: string): void => {
    if (held.has(`${what} ${path}`)) return
    held.add(`${what} ${path}`)
    refuse(code, what)
  }
  return {
    refusals,
    platform: 'win32',
    pause: async () => undefined,
    async open(path, flags) {
      const handle = await systemDisk.open(path, flags)
      if (flags === 'r' || (await stat(path)).isDirectory()) handle.sync = async () => refuse('EPERM', `flush ${flags}`)
      return handle
    },
    async rename(from, to) {
      assert.doesNotMatch(basename(to), RESERVED)
      assert.doesNotMatch(basename(to), FORBIDDEN)
      refuseFirst('EPERM', 'rename', from)
      await systemDisk.rename(from, to)
    },
    async remove(path) {
      refuseFirst('EBUSY', 'remove', path)
      await systemDisk.remove(path)
    },
  }
}
