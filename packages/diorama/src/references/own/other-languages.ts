import type { Whereto } from '../../brief.ts'
import type { Phrase } from './phrases.ts'

/** How a wish is worded in other languages; `{who}` and the like stand for words, `|` is between words that will all do. */
type Wording = readonly [make: (part: (name: string) => string) => Phrase, ...forms: string[]]

const moved =
  (to: Whereto): Wording[0] =>
  (part) => ({ what: 'move', who: part('who'), to })
const sized =
  (by: number): Wording[0] =>
  (part) => ({ what: 'size', old: part('who'), by })
const only: Wording[0] = (part) => ({ what: 'only', said: part('who') })
const placed: Wording[0] = (part) => ({ what: 'place', where: part('where') })
const dressed =
  (worn: string): Wording[0] =>
  (part) => ({ what: 'dress', who: part('who'), sentence: worn.replace('{thing}', part('thing')) })

// "Einen Hund" is a dog among English words only without its article.
const ARTICLE =
  /^(?:eine[nmrs]?|ein|une?|una?|uno|um|uma|el|la|le|les|los|las|il|lo|i|gli|der|die|das|den|dem|o|os|as)\s+|^l['’]|^一(?:只|个|条|匹|朵|辆|座)/iu
const made: Wording[0] = (part) => ({
  what: 'make',
  old: part('old').replace(ARTICLE, ''),
  as: part('as').replace(ARTICLE, ''),
})
const held: Wording[0] = (part) => ({ what: 'hold', thing: part('thing') })

const WORDINGS: readonly Wording[] = [
  [
    only,
    'lass|lasse|behalte|zeige nur {who} übrig',
    'lass|lasse|behalte|zeige nur {who}',
    'nur {who}',
    'garde|laisse|montre seulement {who}',
    'seulement {who}',
    'deja|muestra|quiero solo|sólo {who}',
    'solo|sólo|solamente {who}',
    'lascia|tieni|mostra solo {who}',
    'deixa|deixe|mantenha só|apenas {who}',
    'só|apenas|somente {who}',
    'оставь|оставьте|покажи только {who}',
    'только {who}',
    '只留|只留下|只要|只有|只保留{who}',
    '{who}だけにして|だけ残して|だけ',
    'فقط {who}',
    '{who} فقط',
    'केवल|सिर्फ|सिर्फ़ {who}',
  ],
  [
    moved('left'),
    'verschiebe|schiebe|bewege|rücke|setze|stelle {who} nach|weiter links',
    'mueve|mueva|desplaza|pon {who} a|hacia la izquierda',
    'déplace|bouge|mets|place {who} à gauche',
    'déplace|bouge {who} vers la gauche',
    'sposta|muovi|metti {who} a|verso sinistra',
    'mova|move|mude|coloque {who} para a esquerda',
    'передвинь|перемести|сдвинь {who} влево|налево',
    '把{who}移到|移动到|放到|放在左边|左侧',
    '把{who}往左移',
    '{who}を左に移動して|動かして|移して',
    'حرك|انقل {who} إلى اليسار',
    '{who} को बाईं|बाएँ|बाएं ओर|तरफ ले जाओ|करो',
  ],
  [
    moved('right'),
    'verschiebe|schiebe|bewege|rücke|setze|stelle {who} nach|weiter rechts',
    'mueve|mueva|desplaza|pon {who} a|hacia la derecha',
    'déplace|bouge|mets|place {who} à droite',
    'déplace|bouge {who} vers la droite',
    'sposta|muovi|metti {who} a|verso destra',
    'mova|move|mude|coloque {who} para a direita',
    'передвинь|перемести|сдвинь {who} вправо|направо',
    '把{who}移到|移动到|放到|放在右边|右侧',
    '把{who}往右移',
    '{who}を右に移動して|動かして|移して',
    'حرك|انقل {who} إلى اليمين',
    '{who} को दाईं|दाएँ|दाएं ओर|तरफ ले जाओ|करो',
  ],
  [
    moved('middle'),
    'verschiebe|schiebe|bewege|setze|stelle {who} in die mitte',
    'mueve|pon|coloca {who} en el|al centro',
    'déplace|mets|place {who} au centre|milieu',
    'sposta|metti {who} al|nel centro',
    'mova|coloque {who} para|no centro',
    'передвинь|перемести|поставь {who} в центр|середину',
    '把{who}移到|放到|放在中间|中央',
    '{who}を中央に移動して|動かして|移して',
  ],
  [
    sized(1.5),
    'mach|mache {who} größer|grösser',
    'vergrößere {who}',
    'haz {who} más grande|grandes',
    'agranda {who}',
    'rends|fais {who} plus grand|grande|grands|gros|grosse',
    'agrandis {who}',
    'rendi|fai {who} più grande|grandi',
    'ingrandisci {who}',
    'deixe|deixa|torne|faça {who} maior',
    'сделай {who} больше|крупнее',
    'увеличь {who}',
    '把{who}变大|放大|变大一点',
    '{who}を大きくして|大きく',
    'كبر|كبّر {who}',
    '{who} को बड़ा करो|बनाओ',
  ],
  [
    sized(0.62),
    'mach|mache {who} kleiner',
    'verkleinere {who}',
    'haz {who} más pequeño|pequeña|pequeños|chico',
    'rends|fais {who} plus petit|petite|petits',
    'rendi|fai {who} più piccolo|piccola|piccoli',
    'deixe|deixa|torne|faça {who} menor',
    'сделай {who} меньше',
    'уменьши {who}',
    '把{who}变小|缩小|变小一点',
    '{who}を小さくして|小さく',
    'صغر|صغّر {who}',
    '{who} को छोटा करो|बनाओ',
  ],
  [
    placed,
    'ändere|ersetze|tausche|wechsle|wechsel den hintergrund zu|durch|gegen|in|mit {where}',
    'mach den hintergrund zu {where}',
    'setze|verlege|versetze|verschiebe|bring die szene|alles an|in|auf {where}',
    'mets|place|déplace la scène à|au|sur|dans|en {where}',
    'pon|lleva|mueve|traslada la escena a|en {where}',
    'metti|sposta|porta la scena in|a|su {where}',
    'перенеси|перемести сцену на|в {where}',
    'cambia|cambie|reemplaza|sustituye el fondo por|a|con {where}',
    'change|remplace|mets le fond|décor en|par|pour|avec {where}',
    "change|remplace l'arrière-plan en|par|pour|avec {where}",
    'cambia|sostituisci lo sfondo in|con|a {where}',
    'mude|muda|troque|troca|substitua o fundo para|por|pelo|pela {where}',
    'поменяй|измени|замени|смени фон на {where}',
    '把背景换成|改成|变成|换为{where}',
    '背景换成|改成|变成{where}',
    '背景を{where}に変えて|にして|に変更して|に',
    'غير|غيّر|بدل الخلفية إلى|ب {where}',
    'पृष्ठभूमि को {where} में बदलो|बदल दो',
  ],
  [
    held,
    'gib ihm|ihr {thing} in die hand',
    'ajoute|mets|place {thing} dans|à sa|la main',
    'añade|agrega|pon {thing} en su|la mano',
    'aggiungi|metti {thing} in mano',
    'coloque|adicione {thing} na mão',
    'добавь|дай ему|ей {thing} в руку|руки',
    'добавь|вложи {thing} ему|ей в руку|руки',
  ],
  [
    made,
    'verwandle {old} in {as}',
    'ändere die farbe von|des|der {old} in|zu|auf {as}',
    'transforme|change|transformez {old} en {as}',
    'change|changez la couleur de|du {old} en|à|pour {as}',
    'cambia|cambie el color de|del {old} a|por {as}',
    'convierte|transforma|cambia {old} en|a {as}',
    'pinta {old} de {as}',
    'cambia il colore di|del|della|dello {old} in {as}',
    'trasforma|cambia {old} in {as}',
    'dipingi {old} di {as}',
    'mude|muda|troque a cor do|da|de {old} para {as}',
    'transforme|transforma {old} em|num|numa {as}',
    'pinte {old} de {as}',
    'измени|поменяй цвет {old} на {as}',
    'преврати|превратите {old} в {as}',
    '把{old}变成|改成|换成|改为{as}',
    '{old}を{as}に変えて|にして|に変更して',
  ],
  [
    (part) => made((name) => part(name === 'old' ? 'who' : name)),
    'mach|mache aus {whom} {as}',
    'mach|mache|färbe|male {whom} {as}',
    'rends|peins|fais {who} en {as}',
    'haz {who} de color {as}',
    'сделай|покрась {who} в {as}',
    'сделай|сделайте|покрась {whom} {as}',
  ],
  [dressed('eine Frau mit {thing}'), 'gib|gebe|setze|setz {whom} {thing} auf', 'gib|gebe {whom} {thing}'],
  [dressed('une femme avec {thing}'), 'donne-lui|mets-lui|ajoute-lui {thing}', 'donne|mets|ajoute {thing} à|au {who}'],
  [dressed('una mujer con {thing}'), 'ponle|dale|agrégale {thing}', 'pon|ponle|dale|da {thing} a|al {who}'],
  [dressed('una donna con {thing}'), 'mettigli|mettile|dagli|dalle {thing}', 'metti|dai {thing} a|al|alla {who}'],
  [dressed('uma mulher com {thing}'), 'coloque|coloca|põe|ponha|dê|dá {thing} no|na|ao|à|em {who}'],
  [dressed('женщина в {thing}'), 'надень|одень на {whom} {thing}', 'дай {whom} {thing}'],
  [dressed('女人戴着{thing}'), '给{who}戴上|戴|穿上|加上{thing}'],
  [dressed('{thing}をかぶった女の人'), '{who}に{thing}をかぶせて|着せて|つけて'],
  [dressed('رجل مع {thing}'), 'ضع {thing} على {who}', 'أعط {whom} {thing}'],
]

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()[\]\\]/g, String.raw`\$&`)

// One word that stands for itself or for several; the last of a form may be followed by the end alone.
function patternOf(form: string): RegExp {
  const parts = form.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    // One word, or a noun with its article.
    if (name === 'whom') return String.raw`(?<who>(?:de[mrn]|die|das)\s+\S+|\S+)`
    if (name !== undefined) return `(?<${name}>.+?)`
    return part
      .split(/(\s+)/)
      .map((word) =>
        /^\s+$/.test(word) ? String.raw`\s+` : word.includes('|') ? `(?:${escaped(word)})` : escaped(word),
      )
      .join('')
  })
  return new RegExp(`^${parts.join('')}$`, 'iu')
}

const FORMS = WORDINGS.flatMap(([make, ...forms]) => forms.map((form) => ({ pattern: patternOf(form), make })))
const POLITE =
  /^(?:bitte|por favor|s'il te plaît|s'il vous plaît|per favore|пожалуйста|请|من فضلك|कृपया)[\s,]*|[\s,]*(?:bitte|por favor|s'il te plaît|s'il vous plaît|per favore|пожалуйста|ください|下さい|من فضلك)$/giu

/** What a clause asks for in a language other than English, where its form is known; its words stay as they are. */
export function phraseInOtherWords(clause: string): Phrase | undefined {
  const plain = clause.replaceAll(POLITE, '').trim()
  for (const { pattern, make } of FORMS) {
    const groups = pattern.exec(plain)?.groups
    if (groups) return make((name) => (groups[name] ?? '').trim())
  }
  return undefined
}
