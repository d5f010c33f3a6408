/**
 * A Node module; fails if there is none. Bundlers must not resolve it, or pages could not be built with this package. So the
 * name is not a literal, and the comments address bundlers that resolve more than literals.
 */
export async function nodeModule<Module>(name: 'node:fs/promises' | 'node:crypto'): Promise<Module> {
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)) as Module
}
