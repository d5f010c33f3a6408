import type { Sense } from '../senses.ts'
import type { Token } from '../tokens.ts'

// Words of two looks, and the words of a prompt that tell which one is meant.
const READINGS: readonly { word: RegExp; company: RegExp; value: string }[] = [
  {
    word: /^cranes?$/,
    company:
      /construct|building site|excavator|bulldozer|cement|concrete|steel|skyscraper|worker|cargo|container|harbou?r|dock|\blift|hoist|unload/,
    value: 'tower-crane',
  },
  {
    word: /^(trees?|arbol|arbre|baum|albero|arvore|boom|drzewo|drzewem|choinka)$/,
    company: /christmas|xmas|santa|navidad|noel|weihnacht|natale|natal\b|kerst|swiat|boze narodzenie/,
    value: 'christmas-tree',
  },
  { word: /^(glasses|glass)$/, company: /\b(wine|champagne|prosecco)\b/, value: 'wine' },
  // In German a kite and a dragon are one word.
  { word: /^drachen$/, company: /steigen|schnur|drachenfest/, value: 'kite' },
  // Who surfs carries no plank.
  { word: /^(boards?|brett(er)?|tablas?|planches?|tavol[ae]|pranchas?)$/, company: /\bsurf/, value: 'surfboard' },
  { word: /^nets?$/, company: /goal|\b(football|soccer|striker|penalty)/, value: 'goal-net' },
  { word: /^hoops?$/, company: /basketball|\bdunk|slam/, value: 'basketball-hoop' },
  { word: /^bats?$/, company: /baseball|batter|home run/, value: 'baseball-bat' },
  { word: /^rings?$/, company: /\b(wedding|bride|groom|vows|married)\b/, value: 'wedding-rings' },
  {
    word: /^(guitars?|guitarra|guitare|chitarra|gitarre)$/,
    company: /\b(campfire|flamenc|acoustic|folk|mariachi|beach|fogata|lagerfeuer|feu de camp|playa|plage|spiaggia)/,
    value: 'acoustic-guitar',
  },
  {
    word: /^(temples?|tempel|tempio|templo|храм)$/,
    company:
      /\b(china|chinese|japan|japanese|buddh\w*|zen|monks?|tibet\w*|korea\w*|bamboo|cherry blossom\w*|samurai|shaolin|kung fu|himalaya\w*)\b|будди|китай|япон/,
    value: 'asian-temple',
  },
  // Before a teacher sit children, and no graduates.
  {
    word: /^(students?|alumnos|alunos|alunni|studenti|eleves)$/,
    company: /\b(teacher|teaches|teaching|classroom|school|maestr[ao]|profesora|professora|institutrice|lehrerin)\b/,
    value: 'child',
  },
]

// Gear is kit, a gear a wheel.
const WHEEL = /^(an?|one|the|brass|metal|giant|golden|clockwork|rusty|bronze|copper|huge|big)$/
const isKit = ({ text, value, at }: Sense, tokens: readonly Token[]) =>
  value === 'gear' && text === 'gear' && !WHEEL.test(tokens[at - 1]?.text ?? '')

/** Each sense as the rest of the prompt makes it: a crane beside an excavator is no bird. */
export function inCompany(senses: readonly Sense[], tokens: readonly Token[]): Sense[] {
  const all = tokens.map(({ text }) => text).join(' ')
  return senses.map((sense) => {
    if (sense.kind !== 'art') return sense
    if (isKit(sense, tokens)) return { ...sense, kind: 'stop', value: 'yes' }
    const reading = READINGS.find(({ word, company }) => word.test(sense.text) && company.test(all))
    return reading ? { ...sense, value: reading.value, strength: 3 } : sense
  })
}
