import { GlobalFonts } from '@napi-rs/canvas'
import { readData } from '../../art.ts'
import { FACE_FILES, SCRIPT_FILES, type Face } from './faces.ts'

const aliasOf = (file: string) => `diorama-${file}`

// All threads of a process share the fonts: what one has opened, the others find.
function open(file: string): string {
  const alias = aliasOf(file)
  if (!GlobalFonts.has(alias)) GlobalFonts.register(readData(`font-${file}.woff2`), alias)
  return alias
}

const BEYOND_LATIN: readonly [RegExp, RegExp][] = [
  [/-latin-ext-/, /[\u0100-\u024f\u1e00-\u1e9f]/u],
  [/-cyrillic-/, /\p{Script=Cyrillic}/u],
  [/-vietnamese-/, /[\u0102\u0103\u0110\u0111\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/u],
]

// Only what the text needs is opened: the letters of all scripts would take megabytes.
function filesFor(face: Face, text: string): string[] {
  const own = FACE_FILES[face].filter((file) => {
    const need = BEYOND_LATIN.find(([name]) => name.test(file))
    return !need || need[1].test(text)
  })
  return [...own, ...SCRIPT_FILES.filter(([letters]) => letters.test(text)).map(([, file]) => file)]
}

/** The families for a text, to stand after the size in `context.font`. */
export function familiesFor(face: Face, text: string): string {
  return filesFor(face, text)
    .map((file) => `"${open(file)}"`)
    .join(', ')
}
