import type { TieKind } from '../../brief.ts'

const FOR: Readonly<Record<string, RegExp>> = {
  en: /^(for|to)$/,
  es: /^para$/,
  fr: /^pour$/,
  de: /^fur$/,
  pt: /^para$/,
  it: /^per$/,
  ru: /^для$/,
  nl: /^voor$/,
  pl: /^dla$/,
  id: /^untuk$/,
  vi: /^cho$/,
}
type Finer = Partial<Record<'through' | 'between' | 'around' | 'along' | 'at', RegExp>>
// Finer than the tables, where all of these are nearness; "surrounded by" has the others at both sides too.
const FINER: Readonly<Record<string, Finer>> = {
  en: {
    through: /^through$/,
    between: /^(between|in between|surrounded by)$/,
    around: /^(around|round)$/,
    along: /^along$/,
    at: /^at$/,
  },
  es: { between: /^entre$|^rodead/, around: /^alrededor$/, through: /^(a traves de|traves)$/ },
  fr: { between: /^entre$|^entour/, around: /^autour$/, through: /^travers$/ },
  de: {
    between: /^zwischen$|^umgeben/,
    around: /^(um|rund|herum)$/,
    through: /^durch$/,
    along: /^entlang$/,
    at: /^(am|an)$/,
  },
  pt: { between: /^entre$|^cercad/, around: /^(redor|volta)$/, through: /^atraves$/ },
  it: { between: /^(tra|fra)$|^circondat/, around: /^(intorno|attorno)$/, through: /^attraverso$/, along: /^lungo$/ },
  ru: { between: /^между$|^окруж/, around: /^вокруг$/, through: /^(через|сквозь)$/, along: /^вдоль$/ },
  nl: { between: /^tussen$/, around: /^(rond|rondom)$/, through: /^door$/, along: /^langs$/, at: /^aan$/ },
  pl: { between: /^miedzy$/, around: /^(wokol|dookola)$/, through: /^przez$/, along: /^wzdluz$/, at: /^przy$/ },
  sv: { between: /^mellan$/, around: /^(runt|omkring)$/, through: /^genom$/, along: /^langs$/, at: /^vid$/ },
  id: { between: /^(di antara|antara)$/, around: /^(sekitar|mengelilingi)$/, along: /^sepanjang$/ },
  ar: { between: /^بين$/, around: /^حول$/ },
}

/** What a preposition says more exactly than the tables do, if it does. */
export function finer(language: string, text: string): TieKind | undefined {
  const found = Object.entries(FINER[language] ?? {}).find(([, word]) => word.test(text))
  return found && (found[0] as keyof Finer)
}

/** Whether whoever is named next is the one for whom something is done. */
export const isFor = (language: string, text: string): boolean => FOR[language]?.test(text) === true
