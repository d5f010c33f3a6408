import type { Sense } from '../senses.ts'

// The words for "and" and "with" are relations in the tables, since things stand beside each other for them.
const AND: Readonly<Record<string, RegExp>> = {
  en: /^and$/,
  es: /^(y|e)$/,
  fr: /^et$/,
  de: /^und$/,
  pt: /^e$/,
  it: /^(e|ed)$/,
  ru: /^и$/,
  ar: /^و$/,
  id: /^dan$/,
  nl: /^en$/,
  pl: /^(i|oraz)$/,
  sv: /^och$/,
  vi: /^và$/,
}
const WITH: Readonly<Record<string, RegExp>> = {
  en: /^(with|together with)$/,
  es: /^con$/,
  fr: /^avec$/,
  de: /^mit$/,
  pt: /^com$/,
  it: /^con$/,
  ru: /^(с|со|вместе с)$/,
  ar: /^(مع|ب)$/,
  id: /^dengan$/,
  nl: /^met$/,
  pl: /^(z|ze)$/,
  sv: /^med$/,
  vi: /^với$/,
}
/** Whether a word only goes on with a list. */
export const saysAnd = ({ text }: Sense, language: string): boolean => AND[language]?.test(text) === true

/** Whether a word says what somebody or something has with it. */
export const saysWith = ({ text }: Sense, language: string): boolean => WITH[language]?.test(text) === true
