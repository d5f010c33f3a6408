// Who is called after an instrument, in words that say both: the player is seen, and plays.
type Language = { players: Readonly<Record<string, string>>; says: (instrument: string, many: boolean) => string }

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
    players: { guitarrista: 'guitarra', flautista: 'flauta', acordeonista: 'acordeón', saxofonista: 'saxofón' },
    says: (instrument, many) => `${many ? 'personas' : 'persona'} tocando la ${instrument}`,
  },
  {
    players: { chitarrista: 'chitarra', fisarmonicista: 'fisarmonica', sassofonista: 'sassofono' },
    says: (instrument, many) => `${many ? 'persone' : 'persona'} suonando la ${instrument}`,
  },
  {
    players: { Geiger: 'Geige', Geigerin: 'Geige', Gitarrist: 'Gitarre', Gitarristin: 'Gitarre', Trommler: 'Trommel' },
    says: (instrument) => `Person spielt ${instrument}`,
  },
  {
    players: { скрипач: 'скрипке', скрипачка: 'скрипке', гитарист: 'гитаре', пианист: 'пианино', пианистка: 'пианино' },
    says: (instrument) => `человек играет на ${instrument}`,
  },
]

const WORDS = new Map(
  LANGUAGES.flatMap(({ players, says }) =>
    Object.entries(players).flatMap(([word, instrument]): [string, string][] => [
      [word.toLowerCase(), says(instrument, false)],
      [`${word.toLowerCase()}s`, says(instrument, true)],
    ]),
  ),
)
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
    const phrase = WORDS.get(word.toLowerCase()) ?? word
    return isEnglish(phrase) && !ENGLISH.test(prompt) ? word : oneMore(phrase, called.slice(0, at))
  }
  return called.replaceAll(PLAYERS, inWords).replaceAll(TWICE, ' $1').replaceAll(OWN_DRUM, 'playing')
}
