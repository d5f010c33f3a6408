import type { Framing, Shot } from '../../design.ts'
import type { Sense } from '../senses.ts'

const SHOTS: readonly Shot[] = ['macro', 'close-up', 'low', 'high', 'wide']

/** What a prompt says of the camera's place and focus; nothing where it says nothing. */
export function framingOf(senses: readonly Sense[]): Framing | undefined {
  const named = new Set(senses.filter(({ kind }) => kind === 'framing').map(({ value }) => value))
  if (named.size === 0) return undefined
  const shot = SHOTS.find((one) => named.has(one))
  return {
    ...(shot && { shot }),
    ...(named.has('bokeh') && { soft: true }),
    ...(named.has('silhouette') && { silhouette: true }),
    ...(named.has('centred') && { centred: true }),
    ...(named.has('behind') && { behind: true }),
  }
}
