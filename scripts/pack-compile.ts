import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from './pack-workspaces.ts'

/** Compiles the sources of some packages, without their tests, into a folder of the same shape as the repository. */
export function compile(root: string, workspaces: readonly Workspace[], outDir: string): void {
  mkdirSync(outDir, { recursive: true })
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      rootDir: root,
      outDir,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: workspaces.map(({ folder }) => join(root, folder, 'src')),
    exclude: workspaces.map(({ folder }) => join(root, folder, 'src/**/*.test.ts')),
  }
  const project = join(outDir, 'tsconfig.json')
  writeFileSync(project, JSON.stringify(settings))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The compiler found mistakes; nothing was packed.')
  namePrograms(outDir)
}

/** The compiler leaves `./x.ts` in declarations as it is; not every runtime that reads them looks for `x.d.ts` then. */
function namePrograms(outDir: string): void {
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'))
  for (const file of files.map((name) => join(outDir, name))) {
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll(/(\bfrom |\bimport\()(['"])(\.{1,2}\/[^'"]+)\.ts\2/g, '$1$2$3.js$2'))
  }
}
