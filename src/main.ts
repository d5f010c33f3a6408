#!/usr/bin/env node
import nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

const LEAST_NODE = 24

// What follows needs modules and syntax that older versions lack: there it would end in a stack trace that explains
// nothing. Hence nothing else may be imported above.
if (Number(process.versions.node.split('.')[0]) < LEAST_NODE) {
  process.stderr.write(`mediagen needs Node ${LEAST_NODE} or newer, and this is Node ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  // Beside the program: who could put something false there could change the program itself. Node's own choice is a
  // folder for temporary files, where any user of the machine may be first. Where nothing can be written, nothing is
  // kept, and NODE_COMPILE_CACHE, if set, comes first.
  nodeModule.enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)))
  const { runCommand } = await import('./cli/run-command.ts')
  process.exitCode = await runCommand(process.argv.slice(2))
}
