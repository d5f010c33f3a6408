import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Installs a folder that has a lockfile of its own, unless it holds what the lockfile says already. */
export function installFolder(folder: string): void {
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  const stamp = join(folder, 'node_modules/.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  // `npm run` tells its children which folder is the root; --prefix says that it is this one.
  execFileSync('npm', ['ci', '--prefix', '.', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  writeFileSync(stamp, wanted)
}
