// "Schafherde", "Kamelkarawane": German writes the beasts and their herd as one word, and says how many there are by "Herde Schafe".
const HERD =
  /(?<![\p{L}])(\p{Lu}\p{Ll}{2,}?)(s|n|en)?(herde|karawane|schwarm|rudel|kolonne|parade|flotte|schar|meute|konvoi|prozession)(?![\p{L}])/gu

// A caravan in a desert is one of camels, where it is of nothing else.
const CARAVANS: readonly [caravan: RegExp, desert: RegExp, camels: string][] = [
  [/\bcaravan\b(?! of| with)/i, /\b(deserts?|dunes?|sahara|oasis|silk road)\b/i, 'caravan of camels'],
  [/\bKarawane\b(?! (?:von|mit|aus))/i, /(wüste|sahara|düne|oase)/i, 'Karawane Kamele'],
  [/\bcaravane\b(?! de)/i, /(désert|sahara|dune|oasis)/i, 'caravane de chameaux'],
  [/\bcaravana\b(?! de)/i, /(desierto|deserto|sahara|sáhara|dunas?|oasis)/i, 'caravana de camellos'],
  [/\bcarovana\b(?! di)/i, /(deserto|sahara|dune|oasi)/i, 'carovana di cammelli'],
  [/караван(?!\p{L}*\s+верблюд)\p{L}*/iu, /(пустын|сахар|дюн|оазис)/i, 'караван верблюдов'],
]
// "A camel caravan", "a truck convoy": the same the other way round. A wedding procession is of no weddings.
const IN_FILE =
  /\b(camel|dromedary|elephant|horse|donkey|mule|llama|yak|reindeer|duck|truck|lorry|tank|car|wagon|bus|ship|monk) (caravan|convoy|parade|procession|column|motorcade)\b/gi
const PLURAL: Readonly<Record<string, string>> = {
  bus: 'buses',
  lorry: 'lorries',
  dromedary: 'camels',
  reindeer: 'reindeer',
}

const NAMED = /(camel|kamel|chameau|dromad|верблюд|elephant|horse|wagon|mule|donkey)/i

/** A prompt in which a herd that is one word with its beasts, or a caravan without any, is told as a herd of them. */
export function groupsApart(prompt: string): string {
  const apart = prompt
    .replaceAll(HERD, (_, beast: string, __, herd: string) => `${herd[0]?.toUpperCase()}${herd.slice(1)} ${beast}`)
    .replaceAll(IN_FILE, (_, one: string, file: string) => `${file} of ${PLURAL[one.toLowerCase()] ?? `${one}s`}`)
  const known = NAMED.test(apart)
    ? undefined
    : CARAVANS.find(([word, desert]) => word.test(apart) && desert.test(apart))
  return known ? apart.replace(known[0], known[2]) : apart
}
