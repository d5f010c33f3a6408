/** Test files that measure or change their whole process, so they want one of their own, each with its reason. */
const ALONE: readonly (readonly [file: string, why: string])[] = [
  [
    'packages/client/test/collected.test.ts',
    'collects garbage again and again, which takes long beside much of others',
  ],
]

export function isAlone(file: string): boolean {
  return ALONE.some(([name]) => name === file)
}
