import { vocabularyOf } from './vocabulary.ts'

// How a language makes a small one of a thing, and with what the thing itself may end.
const SMALL: Readonly<Record<string, readonly RegExp[]>> = {
  pt: [/^(.{3,}?)z?inh([oa])s?$/],
  es: [/^(.{3,}?)e?c?it([oa])s?$/],
  it: [/^(.{3,}?)(?:in|ett|ell)([oaie])$/],
}

const isThing = (meaning: string) => !/^(stop|rel|post|count|cue|not|verb|craft|activity):/.test(meaning)

/** What a "lojinha", a "pajarito" or a "negozietto" is: the same as a large one. */
export function meaningOfSmall(word: string, language: string): string[] | undefined {
  const { exact } = vocabularyOf(language)
  for (const ending of SMALL[language] ?? []) {
    const [, root, last = ''] = ending.exec(word) ?? []
    if (root === undefined) continue
    for (const end of [last, 'o', 'a', 'e', '', 'io']) {
      const things = exact.get(`${root}${end}`)?.filter(isThing) ?? []
      if (things.length > 0) return things
    }
  }
  return undefined
}
