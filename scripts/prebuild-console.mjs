// Builds the console at the end of npm ci, so that the first start is as quick as every other. Plain JavaScript, since any Node
// may have to run it. An older one, or an installation without development packages, leaves it to the first start.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const LEAST_NODE = 24

if (Number(process.versions.node.split('.')[0]) >= LEAST_NODE)
  spawnSync(process.execPath, [join(import.meta.dirname, 'build-console.ts'), '--if-possible'], { stdio: 'inherit' })
