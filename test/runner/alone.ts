const GARBAGE = 'collects garbage again and again, which takes long beside much that others hold'

/** Test files that measure or change their whole process, so they want one of their own, each with its reason. */
const ALONE: readonly (readonly [file: string, why: string])[] = [
  ['packages/client/test/collected.test.ts', GARBAGE],
  ['test/contracts/files.test.ts', GARBAGE],
  ['test/contracts/files-folder.test.ts', GARBAGE],
  ['test/contracts/files-s3.test.ts', GARBAGE],
  [
    'test/engines/large-answers.test.ts',
    'fills its memory again and again, which is three times as dear beside others',
  ],
]

export function isAlone(file: string): boolean {
  return ALONE.some(([name]) => name === file)
}
