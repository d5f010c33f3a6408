import type { Archetype, Brief } from '../../brief.ts'
import type { Framing, Shot } from '../../design.ts'
import type { Sense } from '../senses.ts'

const SHOTS: readonly Shot[] = ['macro', 'close-up', 'low', 'high', 'wide']

// "A huge yellow moon", "against the giant setting sun".
function isHuge(senses: readonly Sense[]): boolean {
  return senses.some(
    ({ kind, value, at, clause }) =>
      ((kind === 'sky' && /^(full-moon|sun)$/.test(value)) || (kind === 'time' && value === 'sunset')) &&
      senses.some(
        (other) =>
          other.kind === 'size' &&
          /^(giant|large)$/.test(other.value) &&
          other.clause === clause &&
          at - other.end >= 0 &&
          at - other.end <= 2,
      ),
  )
}

/** What a prompt says of the camera's place and focus; nothing where it says nothing. */
export function framingOf(senses: readonly Sense[]): Framing | undefined {
  const framed = senses.filter(({ kind, value }) => kind === 'framing' && value !== 'whole')
  const named = new Set(framed.map(({ value }) => value))
  const disc = isHuge(senses)
  if (named.size === 0 && !disc) return undefined
  const shot = SHOTS.find((one) => named.has(one))
  return {
    ...(shot && { shot }),
    ...(named.has('bokeh') && { soft: true }),
    ...(named.has('silhouette') && { silhouette: true }),
    ...(disc && { disc: true }),
    ...(named.has('centred') && { centred: true }),
    ...(named.has('behind') && { behind: true }),
  }
}

/** Whether somebody is to be seen from head to toe. */
export const isFullLength = (senses: readonly Sense[]): boolean =>
  senses.some(({ kind, value }) => kind === 'framing' && value === 'whole')

/** A huge moon needs an open land before it. */
export const underHeaven = (natural: Archetype, { framing }: Pick<Brief, 'framing'>): Archetype =>
  framing?.disc && /^(road|street|forest|room|tabletop|desk|theatre)$/.test(natural) ? 'landscape' : natural
