// With what a wish begins in other languages.
const VERBS = [
  'mach|mache|füge|ersetze|entferne|lösche|nimm|ändere|setze|stelle|male|färbe|gib|verschiebe|lass|lasse|verwandle',
  'ajoute|ajoutez|enlève|enlevez|supprime|retire|remplace|change|changez|mets|mettez|rends|transforme|peins|donne|déplace|fais',
  'añade|agrega|quita|quite|elimina|borra|cambia|cambie|reemplaza|sustituye|pon|ponle|haz|pinta|convierte|mueve|dale',
  'aggiungi|togli|rimuovi|elimina|sostituisci|cambia|metti|rendi|dipingi|trasforma|sposta|fai',
  'adicione|adiciona|acrescente|remova|remove|tire|tira|troque|troca|mude|muda|substitua|coloque|pinte|transforme|faça',
  'добавь|добавьте|убери|уберите|удали|замени|сделай|сделайте|измени|поменяй|поставь|покрась|преврати|передвинь|дай|надень',
].join('|')
const NEXT = new RegExp(
  String.raw`\s*(?:[,;.]|(?<!\p{L})(?:und dann|und|et puis|et|y luego|y|e poi|e|и)(?!\p{L}))\s*(?=(?:${VERBS})(?!\p{L}))`,
  'iu',
)
// Where words are not set apart, the comma parts.
const COMMA = /[，、；]\s*/u
// That the rest is to stay as it is goes without saying.
const THE_REST =
  /[\s,;.]*(?:(?:und |et |y |e |а |и )?(?:der rest|alles andere|le reste|tout le reste|el resto|todo lo demás|il resto|tutto il resto|o resto|остальное|всё остальное)(?!\p{L}).*|其他(?:的)?(?:保持)?不变|其余不变)$/iu

// "Add rain and an umbrella": what falls is nothing that could stand beside the other.
const WEATHER =
  /^(?<verb>füge|ajoute|añade|agrega|aggiungi|adicione|добавь)\s+(?<weather>(?:de la |de l'|du |della |un po' di |etwas )?(?:regen|schnee|nebel|pluie|neige|brouillard|lluvia|nieve|niebla|pioggia|neve|nebbia|chuva|neblina|дождь|снег|туман))\s+(?:und|et|y|e|и)\s+(?<thing>.+)$/iu

function weatherApart(clause: string): string[] {
  const { verb, weather, thing } = WEATHER.exec(clause.trim())?.groups ?? {}
  return thing === undefined ? [clause] : [`${verb} ${weather}`, `${verb} ${thing}`]
}

/** The parts of a wish in other languages than English. */
export function partsInOtherWords(wish: string): string[] {
  return wish
    .replace(THE_REST, '')
    .split(NEXT)
    .flatMap((part) => part.split(COMMA))
    .flatMap(weatherApart)
}
