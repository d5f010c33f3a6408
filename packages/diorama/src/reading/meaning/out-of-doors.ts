import { drawingOf } from '../../art.ts'
import type { Script, Subject } from '../../brief.ts'
import { archetypeOfPlace } from '../../places.ts'
import type { Sense } from '../senses.ts'

const PARTY =
  /party|birthday|geburtstag|cumplean|fiesta|anniversaire|compleanno|festa|festeggia|aniversario|день рождения|праздник|生日|誕生日|パーティ|생일|파티|urodzin|verjaardag|kalas|dogum gunu|ulang tahun|sinh nhat/

// Rooms by what is done or stands there, not by their own name.
const isWeakRoom = ({ kind, value, text }: Sense) =>
  kind === 'place' && (/^(desk|tabletop)$/.test(value) || (value === 'room' && PARTY.test(text)))

const isOutside = ({ kind, value }: Sense) => {
  const archetype = kind === 'place' ? archetypeOfPlace(value) : undefined
  return archetype !== undefined && !/^(room|desk|tabletop|studio|theatre|sky)$/.test(archetype)
}

/** A named place out of doors wins over the room that a party or a desk would bring. */
export function outOfDoors(senses: readonly Sense[]): Sense[] {
  return senses.some(isOutside) ? senses.filter((sense) => !isWeakRoom(sense)) : [...senses]
}

function entityOf(art: string): Subject[] {
  const drawing = drawingOf(art)
  return drawing ? [{ art, label: drawing.label, kind: drawing.kind, count: 1, scale: 'normal' }] : []
}

// On a card the cake needs no table.
const PRINTED =
  /\b(cards?|posters?|flyers?|banners?|invitations?|stickers?|icons?|logo|pattern)\b|karte|carte|tarjeta|cart[aã]o|biglietto|открытк|贺卡|カード/i

/** The cake of a party is a whole one, and stands on a table wherever the party is. */
export function withPartyTable(script: Script, prompt: string): Script {
  const { entities, ties } = script
  const at = entities.findIndex(({ art }) =>
    /^(layer-cake|wedding-cake|cheesecake|shortcake|birthday-cake|cupcake|cake-stand)$/.test(art),
  )
  const told = ties.some(({ subject, other }) => subject === at || other === at)
  const held = script.deeds.some(({ patient }) => patient === at)
  if (at < 0 || told || held || !PARTY.test(prompt.toLowerCase()) || PRINTED.test(prompt)) return script
  if (entities.some(({ art }) => art === 'table')) return script
  const [table] = entityOf('table')
  const [cake] = entityOf('birthday-cake')
  if (!table || !cake) return script
  const own = entities.map((one, i) => (i === at ? { ...one, art: cake.art, label: cake.label } : one))
  return { ...script, entities: [...own, table], ties: [...ties, { kind: 'on', subject: at, other: own.length }] }
}
