import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Takes the program and its libraries out of the package. It looks for their place and for what they run on in its environment.
const UNPACK = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`

/**
 * The headless Chromium of the package that is installed below this folder, for Linux on x64: half as dear as the whole
 * browser of a distribution. It is unpacked once, beside the package, so a new version of it begins anew.
 */
export function chromiumFromNpm(tools: string): string | undefined {
  const folder = join(tools, 'node_modules/.chromium')
  const program = join(folder, 'start')
  if (existsSync(program)) return program
  const [unpacking, fonts] = [`${folder}-${process.pid}`, join(folder, 'fonts')]
  mkdirSync(unpacking, { recursive: true })
  const env = { ...process.env, TMPDIR: unpacking, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }
  const args = ['--input-type=module', '--eval', UNPACK]
  if (spawnSync(process.execPath, args, { cwd: tools, env, stdio: 'ignore' }).status !== 0) {
    rmSync(unpacking, { recursive: true })
    return undefined
  }
  // As it comes it looks for fonts in folders of Lambda, and a browser that finds none dies of the first letter.
  writeFileSync(
    join(unpacking, 'fonts/fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>\n`,
  )
  // It dies of the first download under a locale that the system does not have, and this one every system has.
  const start = `#!/bin/sh
export LD_LIBRARY_PATH='${join(folder, 'al2023/lib')}' FONTCONFIG_PATH='${fonts}' LC_ALL=C.UTF-8
exec '${join(folder, 'chromium')}' "$@"\n`
  writeFileSync(join(unpacking, 'start'), start)
  chmodSync(join(unpacking, 'start'), 0o755)
  try {
    renameSync(unpacking, folder)
  } catch {
    // Another run was first.
    rmSync(unpacking, { recursive: true })
  }
  return program
}
