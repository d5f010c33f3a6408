// Who is called after an instrument, in words that say both: the player is seen, and plays.
type Language = {
  players: Readonly<Record<string, string>>
  /** Small words that only this language has: neighbours share the names of their players. */
  spoken?: RegExp
  says: (instrument: string, many: boolean) => string
}

const LANGUAGES: readonly Language[] = [
  {
    players: {
      violinist: 'violin',
      fiddler: 'violin',
      cellist: 'cello',
      pianist: 'piano',
      guitarist: 'guitar',
      flutist: 'flute',
      flautist: 'flute',
      drummer: 'drum kit',
      harpist: 'harp',
      trumpeter: 'trumpet',
      saxophonist: 'saxophone',
      accordionist: 'accordion',
      bagpiper: 'flute',
    },
    says: (instrument, many) => `${many ? 'people' : 'person'} playing the ${instrument}`,
  },
  {
    players: {
      violoniste: 'violon',
      guitariste: 'guitare',
      pianiste: 'piano',
      flûtiste: 'flûte',
      accordéoniste: 'accordéon',
    },
    says: (instrument, many) => `${many ? 'personnes' : 'personne'} jouant de la ${instrument}`,
  },
  {
    players: {
      guitarrista: 'guitarra',
      violinista: 'violín',
      violonchelista: 'violonchelo',
      flautista: 'flauta',
      acordeonista: 'acordeón',
      saxofonista: 'saxofón',
      trompetista: 'trompeta',
    },
    spoken: /(?<!\p{L})(?:el|los|las|dos|y|en)(?!\p{L})/iu,
    says: (instrument, many) => `${many ? 'personas' : 'persona'} tocando la ${instrument}`,
  },
  {
    players: {
      guitarrista: 'guitarra',
      violinista: 'violino',
      violoncelista: 'violoncelo',
      violonista: 'violão',
      flautista: 'flauta',
      acordeonista: 'acordeão',
      sanfoneiro: 'sanfona',
      saxofonista: 'saxofone',
      trompetista: 'trompete',
    },
    spoken: /(?<!\p{L})(?:um|uma|dois|duas|num|numa|no|na|ao|com|do|da|em)(?!\p{L})/iu,
    says: (instrument, many) => `${many ? 'pessoas' : 'pessoa'} tocando ${instrument}`,
  },
  {
    players: {
      chitarrista: 'chitarra',
      chitarristi: 'chitarra',
      violinista: 'violino',
      violinisti: 'violino',
      violoncellista: 'violoncello',
      flautista: 'flauto',
      fisarmonicista: 'fisarmonica',
      sassofonista: 'sassofono',
      trombettista: 'tromba',
    },
    spoken: /(?<!\p{L})(?:il|gli|due|di|del|della|nel|nella|con|in)(?!\p{L})/iu,
    says: (instrument, many) => `${many ? 'persone' : 'persona'} suonando la ${instrument}`,
  },
  {
    players: {
      Geiger: 'Geige',
      Geigerin: 'Geige',
      Gitarrist: 'Gitarre',
      Gitarristen: 'Gitarre',
      Gitarristin: 'Gitarre',
      Cellist: 'Cello',
      Cellistin: 'Cello',
      Flötist: 'Flöte',
      Flötistin: 'Flöte',
      Trompeter: 'Trompete',
      Trommler: 'Trommel',
    },
    says: (instrument, many) => `${many ? 'Personen spielen' : 'Person spielt'} ${instrument}`,
  },
  {
    players: { скрипач: 'скрипке', скрипачка: 'скрипке', гитарист: 'гитаре', пианист: 'пианино', пианистка: 'пианино' },
    says: (instrument) => `человек играет на ${instrument}`,
  },
]

type Said = { phrase: string; spoken?: RegExp }

const PLURAL = /(en|sti)$/

function formsOf({ players, says, spoken }: Language): [word: string, said: Said][] {
  return Object.entries(players).flatMap(([word, instrument]): [string, Said][] => [
    [word.toLowerCase(), { phrase: says(instrument, PLURAL.test(word)), ...(spoken && { spoken }) }],
    [`${word.toLowerCase()}s`, { phrase: says(instrument, true), ...(spoken && { spoken }) }],
  ])
}

const WORDS = Map.groupBy(LANGUAGES.flatMap(formsOf), ([word]) => word)
const PLAYERS = new RegExp(String.raw`(?<!\p{L})(?:${[...WORDS.keys()].join('|')})(?!\p{L})`, 'giu')
const CALLED =
  /\b(violin|cello|piano|guitar|flute|drum|harp|trumpet|saxophone|accordion|banjo|tuba|trombone|clarinet|horn|bagpipe|double bass|ukulele|harmonica) players?\b(?! piano)/gi
// What the new words would say twice: "a violinist playing her violin".
const TWICE =
  / (playing the \w+),? (?:who is |is )?playing (?:the|a|an|his|her|their) (?:violin|cello|piano|guitar|flute|drums?|harp)/gi

const OWN_DRUM =
  /playing the drum kit(?= (?:beats?|beating|plays?|playing|hits?|with|and) (?:the|a|an|his|her|their) (?:\w+ )?drums?\b)/gi

// Dutch and Swedish have a pianist too, and no person who is playing the piano.
const ENGLISH = /\b(a|an|the|and|with)\b/i
const isEnglish = (phrase: string) => phrase.includes(' playing the ')

// "A couple dancing, violinist, candles": a phrase that begins with a player brings one more, and not one of those before.
const BEGINS = /[,.;:]\s*$/
const oneMore = (phrase: string, before: string) =>
  BEGINS.test(before) && phrase.startsWith('person playing') ? `a ${phrase}` : phrase

/** The prompt with those who are called after an instrument said as people who play it. */
export function sayPlayers(prompt: string): string {
  const called = prompt.replaceAll(CALLED, (whole, instrument: string, at: number) =>
    oneMore(`${whole.endsWith('s') ? 'people' : 'person'} playing the ${instrument}`, prompt.slice(0, at)),
  )
  const inWords = (word: string, at: number) => {
    const known = (WORDS.get(word.toLowerCase()) ?? []).map(([, said]) => said)
    const { phrase } = known.find(({ spoken }) => spoken?.test(prompt)) ?? known[0] ?? { phrase: word }
    return isEnglish(phrase) && !ENGLISH.test(prompt) ? word : oneMore(phrase, called.slice(0, at))
  }
  return called.replaceAll(PLAYERS, inWords).replaceAll(TWICE, ' $1').replaceAll(OWN_DRUM, 'playing')
}
