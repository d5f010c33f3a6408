import { sayRiders } from './on-horseback.ts'
import { sayPlayers } from './players.ts'

// German has one word for beside it, on it, under it; nobody else writes these.
const APART: Readonly<Record<string, string>> = {
  daneben: 'neben ihm',
  darauf: 'auf ihm',
  darunter: 'unter ihm',
  dahinter: 'hinter ihm',
  davor: 'vor ihm',
  darüber: 'über ihm',
}
const WORDS = new RegExp(String.raw`(?<!\p{L})(?:${Object.keys(APART).join('|')})(?!\p{L})`, 'giu')

// Two people where something is done or said of them, and else two of whatever is named next: "ein Paar Schuhe".
const PAIR =
  /(?<!\p{L})Paar(?=\s+(?:\p{Ll}{3,}t|auf|in|im|an|am|bei|beim|mit|unter|vor|hinter|neben|zwischen|das)(?!\p{L})|\s*(?:,|$))/gu

/** The prompt in words that say one thing each: who is called after an instrument plays it, who is on horseback rides. */
export const plainlySaid = (prompt: string): string =>
  sayRiders(sayPlayers(prompt))
    .replaceAll(PAIR, 'Liebespaar')
    .replaceAll(WORDS, (word) => APART[word.toLowerCase()] ?? word)
