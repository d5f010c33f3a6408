import { QUIET_BELOW, type AimResult, type RowResult, type SideResult } from './measure-row.ts'
import { METRICS, type Metric } from './row.ts'

const SHOWN = Object.keys(METRICS) as Metric[]

/** Three figures that count, without an exponent. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)))
  return value.toLocaleString('en', {
    minimumFractionDigits: Math.min(3, digits),
    maximumFractionDigits: Math.min(3, digits),
  })
}

function withUnit(metric: Metric, value: string): string {
  return METRICS[metric].text.replace('#', value)
}

function aimText({ metric, of, against, atLeast, atMost, reached, isMet }: AimResult): string {
  const bound = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`
  const wanted =
    against === undefined ? withUnit(metric, bound) : `${METRICS[metric].name} ${bound} × that of ${against}`
  const whose = of === undefined ? '' : ` for ${of}`
  return `${isMet ? '✓' : '✗'} ${figure(reached)} (target: ${wanted}${whose})`
}

function cells(side: SideResult): string[] {
  return SHOWN.flatMap((metric) => {
    const value = side.figures[metric]
    return value === undefined ? [] : [withUnit(metric, figure(value))]
  })
}

// The figure that a row is about, and by which ours is compared with the others.
function mainRatio({ ratios }: SideResult): string {
  const metric = SHOWN.find((each) => ratios[each] !== undefined)
  if (metric === undefined) return ''
  // On a busy machine this one is steadier than what a second holds.
  const cpu = ratios.cpuMs === undefined ? '' : `, CPU ${figure(ratios.cpuMs)}`
  return `${figure(ratios[metric] ?? Number.NaN)}${cpu}`
}

/** Said of rows that met a host which took the machine's cores away: their figures are worth less. */
function disturbance({ stolen }: Pick<RowResult, 'stolen'>): string {
  const most = Math.max(...stolen)
  return most < QUIET_BELOW ? '' : `, disturbed: ${(100 * most).toFixed(0)} % stolen`
}

/** One row as text for a terminal. */
export function rowText({ name, what, sides, aims, seconds, stolen, otherLacks }: RowResult): string {
  const width = Math.max(...sides.map((side) => side.name.length))
  const lines = sides.map((side) => {
    const ratio = mainRatio(side)
    return `  ${side.name.padEnd(width)}  ${cells(side).join(', ')}${ratio === '' ? '' : `; ours is ${ratio} of it`}`
  })
  return [
    `${name}: ${what} (${seconds.toFixed(0)} s${disturbance({ stolen })})`,
    ...lines,
    ...(otherLacks === undefined ? [] : [`  not measured, other checkout: ${otherLacks.split('\n')[0] ?? ''}`]),
    ...aims.map((aim) => `  ${aimText(aim)}`),
  ].join('\n')
}

/** All rows as a table of Markdown. */
export function markdownTable(rows: readonly RowResult[]): string {
  const lines = rows.flatMap(({ name, sides, aims, stolen }) =>
    sides.map((side, at) => {
      const first = at === 0
      const told = first ? aims.map(aimText).join('<br>') : ''
      return `| ${first ? `\`${name}\`${disturbance({ stolen })}` : ''} | ${side.name} | ${cells(side).join(', ')} | ${mainRatio(side)} | ${told} |`
    }),
  )
  return [
    '| row | side | medians of the rounds | ratio (ours / theirs) | target |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}
