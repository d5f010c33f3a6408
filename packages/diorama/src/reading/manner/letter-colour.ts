import type { Sense } from '../senses.ts'
import type { Token } from '../tokens.ts'

const LETTERS =
  /^(letters|lettering|text|font|typography|script|type|calligraphy|title|headline|schrift|lettres|letras)$/

/** Of red letters the letters are red. */
export const isOfLetters = ({ end, clause }: Sense, tokens: readonly Token[]): boolean =>
  tokens.slice(end, end + 4).some((token) => token.clause === clause && LETTERS.test(token.text))

// Foil is a colour here.
const FOILS: Readonly<Record<string, string>> = { gold: '#c8962a', silver: '#9aa0a8', bronze: '#a8703c' }
const inkOf = ({ kind, value }: Sense) => (kind === 'colour' ? value : kind === 'material' ? FOILS[value] : undefined)

/** The colour that the letters of a sheet are said to have. */
export const letterColour = (senses: readonly Sense[], tokens: readonly Token[]): string | undefined =>
  senses.flatMap((sense) => (isOfLetters(sense, tokens) ? (inkOf(sense) ?? []) : []))[0]
