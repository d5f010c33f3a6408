import type { TieKind } from '../../brief.ts'

const FOR: Readonly<Record<string, RegExp>> = {
  en: /^(for|to)$/,
  es: /^(para|a|al)$/,
  fr: /^(pour|a|au|aux)$/,
  de: /^fur$/,
  pt: /^(para|a|ao|aos|as)$/,
  it: /^(per|a|al|allo|alla|all|ai|agli|alle)$/,
  ru: /^для$/,
  ar: /^(ل|إلى|الي)$/,
  nl: /^voor$/,
  pl: /^dla$/,
  id: /^untuk$/,
  vi: /^cho$/,
}
type Finer = Partial<
  Record<
    'through' | 'between' | 'around' | 'along' | 'at' | 'hanging' | 'stuck' | 'spilling' | 'mirrored' | 'tied',
    RegExp
  >
>
// Finer than the tables, where all of these are nearness; "surrounded by" has the others at both sides too.
const FINER: Readonly<Record<string, Finer>> = {
  en: {
    hanging: /^(hanging|hangs|dangling|dangles|suspended|swinging|swings) /,
    stuck:
      /^((grow|sprout|bloom|stick|jut)\w* (out of|from|through|in|inside)|(stuck|thrust|plunged|embedded|planted) )/,
    spilling: /^(spill|pour|overflow|tumbl|roll|burst|fall)\w* (out of|from)$/,
    tied: /^(tied|chained|fastened|moored|attached) to$/,
    mirrored: /^(reflected|mirrored) in$/,
    through: /^through$/,
    between: /^(between|in between|surrounded by)$/,
    around: /^(around|round)$/,
    along: /^along$/,
    at: /^at$/,
  },
  es: {
    hanging: /^(colg|cuelga )/,
    between: /^entre$|^rodead/,
    around: /^alrededor$/,
    through: /^(a traves de|traves)$/,
  },
  fr: { hanging: /^(suspendu|accroche|pendu)/, between: /^entre$|^entour/, around: /^autour$/, through: /^travers$/ },
  de: {
    hanging: /^hang/,
    between: /^zwischen$|^umgeben/,
    around: /^(um|rund|herum)$/,
    through: /^durch$/,
    along: /^entlang$/,
    at: /^(am|an)$/,
  },
  pt: {
    hanging: /^(pendurad|balancando em)/,
    between: /^entre$|^cercad/,
    around: /^(redor|volta)$/,
    through: /^atraves$/,
  },
  it: {
    hanging: /^(appes|(che )?pende )/,
    between: /^(tra|fra)$|^circondat/,
    around: /^(intorno|attorno)$/,
    through: /^attraverso$/,
    along: /^lungo$/,
  },
  ru: {
    hanging: /^(вис|свисает)/,
    between: /^между$|^окруж/,
    around: /^вокруг$/,
    through: /^(через|сквозь)$/,
    along: /^вдоль$/,
  },
  nl: {
    hanging: /^hang/,
    between: /^tussen$/,
    around: /^(rond|rondom)$/,
    through: /^door$/,
    along: /^langs$/,
    at: /^aan$/,
  },
  pl: {
    hanging: /^(wis|zwisa)/,
    between: /^miedzy$/,
    around: /^(wokol|dookola)$/,
    through: /^przez$/,
    along: /^wzdluz$/,
    at: /^przy$/,
  },
  sv: {
    hanging: /^hang/,
    between: /^mellan$/,
    around: /^(runt|omkring)$/,
    through: /^genom$/,
    along: /^langs$/,
    at: /^vid$/,
  },
  id: { between: /^(di antara|antara)$/, around: /^(sekitar|mengelilingi)$/, along: /^sepanjang$/ },
  ar: { between: /^بين$/, around: /^حول$/ },
}

/** What a preposition says more exactly than the tables do, if it does. */
export function finer(language: string, text: string): TieKind | undefined {
  const found = Object.entries(FINER[language] ?? {}).find(([, word]) => word.test(text))
  return found && (found[0] as keyof Finer)
}

const FROM: Readonly<Record<string, RegExp>> = {
  en: /^from$/,
  es: /^desde$/,
  fr: /^depuis$/,
  de: /^(von|vom)$/,
  pt: /^(desde|do|da)$/,
  it: /^(da|dal|dalla|dall|dallo)$/,
  ru: /^с$/,
  nl: /^vanaf$/,
  pl: /^z$/,
}

/** Whether a word says from where something is done: who watches from a branch is on it. */
export const isFrom = (language: string, text: string): boolean => FROM[language]?.test(text) === true

const FULL =
  /^(full|filled|loaded|llen[oa]s?|plein|pleine|rempli|remplie|pien[oa]|chei[oa]s?|voller|voll|gefullt|vol|gevuld|pelen|pelny|pelna|полный|полная)$/

/** Whether a word says that what follows is in what was named. */
export const saysFull = (text: string): boolean => FULL.test(text)

const INSIDE = /^(erin|darin|drin|inside|dedans|dentro|adentro|drinnen|within)$/

/** Whether a word after a noun says that it is in what was named before. */
export const saysInside = (text: string): boolean => INSIDE.test(text)

const AGAINST = /^(gegen|contra|contro|contre|против|ضد|against|tegen)$/

/** Whether whoever is named next is the one who is fought. */
export const saysAgainst = (text: string): boolean => AGAINST.test(text)

// "À la fontaine", "alla lavagna", "por el túnel": where, as long as a thing comes next.
const AT: Readonly<Record<string, RegExp>> = {
  fr: /^(a|au|aux)$/,
  it: /^(a|al|allo|alla|all|ai|agli|alle)$/,
  es: /^(a|al)$/,
  pt: /^(a|ao|as|aos)$/,
}
const THROUGH: Readonly<Record<string, RegExp>> = {
  fr: /^par$/,
  it: /^per$/,
  es: /^por$/,
  pt: /^(por|pelo|pela|pelos|pelas)$/,
  ar: /^عبر$/,
}

/** What a small word of a Romance language or of Arabic says before a thing that one is at, or goes through. */
export function beforeThing(language: string, text: string): TieKind | undefined {
  if (AT[language]?.test(text)) return 'at'
  return THROUGH[language]?.test(text) ? 'through' : undefined
}

/** Whether whoever is named next is the one for whom something is done. */
export const isFor = (language: string, text: string): boolean => FOR[language]?.test(text) === true
