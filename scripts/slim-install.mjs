// Removes what npm brings and nothing here reads, a fifth of an installation: the headers of the pinned Node, which are for
// compiling addons, the source maps of others' packages, and the sources and documents that model SDKs ship beside what is built of them. Plain JavaScript, since any Node may have to run it.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const MODULES = join(import.meta.dirname, '../node_modules')

try {
  for (const name of readdirSync(MODULES))
    if (/^node-(?:bin-)?(?:linux|darwin|win)-/.test(name))
      rmSync(join(MODULES, name, 'include'), { recursive: true, force: true })
  for (const path of readdirSync(MODULES, { recursive: true }))
    if (/\.(?:js|cjs|mjs|ts|cts|mts|css)\.map$/.test(path)) rmSync(join(MODULES, path), { force: true })
  // A test reads the list of models in the sources of openai's.
  const kits = readdirSync(join(MODULES, '@ai-sdk')).filter((name) => name !== 'openai')
  for (const name of ['ai', ...kits.map((each) => `@ai-sdk/${each}`)])
    for (const part of ['src', 'docs']) rmSync(join(MODULES, name, part), { recursive: true, force: true })
} catch {
  // An installation that is larger than it has to be works as well.
}
