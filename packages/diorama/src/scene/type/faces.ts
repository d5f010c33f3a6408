/** The typefaces that words are set in, by what they are good for. */
export type Face = 'strong' | 'narrow' | 'book' | 'script' | 'hand'

/** The files of a typeface: the first that has a letter gives it. */
export const FACE_FILES: Readonly<Record<Face, readonly string[]>> = {
  strong: ['montserrat-latin-800', 'montserrat-latin-ext-800', 'montserrat-cyrillic-800', 'montserrat-vietnamese-800'],
  narrow: ['oswald-latin-600', 'oswald-latin-ext-600', 'oswald-cyrillic-600', 'oswald-vietnamese-600'],
  book: [
    'playfair-display-latin-700',
    'playfair-display-latin-ext-700',
    'playfair-display-cyrillic-700',
    'playfair-display-vietnamese-700',
  ],
  script: ['pacifico-latin-400', 'pacifico-latin-ext-400', 'pacifico-cyrillic-400', 'pacifico-vietnamese-400'],
  hand: ['caveat-latin-700', 'caveat-latin-ext-700', 'caveat-cyrillic-700'],
}

/** The files of scripts that have one typeface for everything. */
export const SCRIPT_FILES: readonly [letters: RegExp, file: string][] = [
  [/\p{Script=Arabic}/u, 'noto-sans-arabic-arabic-700'],
  [/\p{Script=Devanagari}/u, 'noto-sans-devanagari-devanagari-700'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}ー]/u, 'noto-sans-jp-japanese-700'],
  [/\p{Script=Hangul}/u, 'noto-sans-kr-korean-700'],
  [/\p{Script=Han}/u, 'noto-sans-sc-chinese-simplified-700'],
]

/** All files of type, each a name such as `oswald-latin-600`. */
export const ALL_FILES: readonly string[] = [
  ...Object.values(FACE_FILES).flat(),
  ...SCRIPT_FILES.map(([, file]) => file),
]

const KNOWN =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Han}\p{Script=Common}\p{Script=Inherited}]*$/u

/** Whether there are letters for all of a text. */
export function canBeSet(text: string): boolean {
  return KNOWN.test(text)
}
