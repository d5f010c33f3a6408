/**
 * A module of Node; fails where there is none. Bundlers must not look for it: the name is no literal, and the remark is for
 * those that read more than literals. A page could else not be built with this package.
 */
export async function nodeModule<Module>(name: 'node:fs/promises' | 'node:crypto'): Promise<Module> {
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)) as Module
}
