import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ALL_FILES } from '../../packages/diorama/src/scene/type/faces.ts'

const require = createRequire(import.meta.url)

// `oswald-latin-ext-600` is a file of the package `oswald`: the name of the package is all before the script.
function packageOf(file: string): string {
  return file.replace(
    /-(latin|latin-ext|cyrillic|vietnamese|arabic|devanagari|japanese|korean|chinese-simplified)-\d+$/,
    '',
  )
}

/** The packed files of type, by the name they have in data/. */
export function fontFiles(): Map<string, Buffer> {
  return new Map(
    ALL_FILES.map((file) => {
      const path = require.resolve(`@fontsource/${packageOf(file)}/files/${file}-normal.woff2`)
      return [`font-${file}.woff2`, readFileSync(path)]
    }),
  )
}
