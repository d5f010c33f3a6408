// Romance languages melt the last word of a preposition into the article that follows, and where a preposition begins with a
// participle that agrees with whoever it is said of. The tables have each once: "accanto a", "appoggiato a".
const MELTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  es: { de: 'del', a: 'al' },
  fr: { de: "du des d'", à: 'au aux' },
  it: {
    a: "al allo alla all' ai agli alle ad",
    di: "del dello della dell' dei degli delle d'",
    da: "dal dallo dalla dall' dai dagli dalle",
    su: "sul sullo sulla sull' sui sugli sulle",
    in: "nel nello nella nell' nei negli nelle",
  },
  pt: {
    de: 'do da dos das dum duma',
    em: 'no na nos nas num numa',
    a: 'ao à aos às',
    por: 'pelo pela pelos pelas',
  },
}

const PARTICIPLE: Readonly<Record<string, { ending: RegExp; others: readonly string[] }>> = {
  es: { ending: /(?<=[aí]d|t)o$/, others: ['a', 'os', 'as'] },
  pt: { ending: /(?<=[aí]d|t)o$/, others: ['a', 'os', 'as'] },
  it: { ending: /(?<=[aiu]t|[eo]s|st)o$/, others: ['a', 'i', 'e'] },
  fr: { ending: /(?<=é|du|is)$/, others: ['e', 's', 'es'] },
}

function agreeing(first: string, language: string): string[] {
  const { ending, others } = PARTICIPLE[language] ?? {}
  return ending?.test(first) && others ? others.map((other) => first.replace(ending, other)) : []
}

/** All ways in which a preposition of more than one word is written, beginning with the given one. */
export function relationForms(phrase: string, language: string): string[] {
  const melted = MELTED[language]
  const words = phrase.split(' ')
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (!melted || words.length < 2) return [phrase]
  const ends = [last, ...(melted[last]?.split(' ') ?? [])]
  const starts = [first, ...agreeing(first, language)]
  return starts.flatMap((start) => ends.map((end) => [start, ...words.slice(1, -1), end].join(' ')))
}
