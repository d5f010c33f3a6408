import { useEffect, useRef } from 'react'
import type UPlot from 'uplot'
import type { Options } from 'uplot'
import { useTheme } from '../../look/theme.ts'
import { moneyText } from '../../parts/words/amounts.tsx'
import type { Measure } from './usage-lines.ts'

type DayChartProps = {
  days: readonly string[]
  series: readonly { name: string; values: number[] }[]
  measure: Measure
}

const HEIGHT = 240

/**
 * Bars of days, one colour for each name, upon one another. It is a picture of the table below it, which is what those who do
 * not see it read.
 */
export function DayChart({ days, series, measure }: DayChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  useEffect(() => {
    const host = place.current
    if (host === null) return undefined
    let isGone = false
    let clear = (): void => undefined
    const draw = async (): Promise<void> => {
      nameALanguage()
      const { default: Plot } = await import('uplot')
      if (isGone) return
      const chart = new Plot(optionsOf(host, Plot, { series, measure }), dataOf(days, series), host)
      const watch = new ResizeObserver(() => chart.setSize({ width: host.clientWidth, height: HEIGHT }))
      watch.observe(host)
      clear = () => {
        watch.disconnect()
        chart.destroy()
      }
    }
    void draw()
    return () => {
      isGone = true
      clear()
    }
  }, [days, series, measure, theme])
  return (
    <figure className="chart" aria-label={measure === 'usd' ? 'Cost by day' : 'Tasks by day'}>
      <div className="chart-place" ref={place} aria-hidden />
      <figcaption>
        <ul className="chart-names">
          {series.map(({ name }, index) => (
            <li key={name}>
              <span className={`chart-mark mark-${index + 1}`} aria-hidden />
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

/** The library takes the browser's language as it is, and some name one that is none, such as `en-US@posix` without a desktop. */
function nameALanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language)
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true })
  }
}

type Drawn = Pick<DayChartProps, 'series' | 'measure'>
type Plot = typeof UPlot

function optionsOf(host: HTMLElement, plot: Plot, { series, measure }: Drawn): Options {
  const colour = (name: string): string => colourOf(host, name)
  const axis = {
    stroke: colour('--faint'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(host).fontFamily}`,
  }
  const round = plot.paths.bars?.({ size: [0.7, 28], radius: 0.15 })
  const square = plot.paths.bars?.({ size: [0.7, 28] })
  return {
    width: host.clientWidth,
    height: HEIGHT,
    // Days are days of UTC, wherever the browser is.
    tzDate: (seconds) => plot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    // Half a day at either end: bars stand on the middle of their day.
    scales: {
      x: { range: (_chart, first, last) => [first - 43_200, last + 43_200] },
      y: { range: (_chart, _least, most) => [0, topOf(most, measure)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 64,
        size: 32,
        // Never a part of a day, which would be called by the same name again.
        incrs: [1, 2, 3, 7, 14, 30].map((count) => count * 86_400),
        values: (_chart, ticks) => ticks.map(dayText),
      },
      {
        ...axis,
        size: 56,
        splits: (_chart, _axis, _least, most) => ticksTo(most, measure),
        values: (_chart, ticks) => ticks.map((tick) => (measure === 'usd' ? moneyText(tick) : wholeText(tick))),
      },
    ],
    series: [
      {},
      // The tallest is drawn first: each covers the one below it from its foot on.
      ...series.flatMap((_each, index) =>
        [round, square].map((bars) => ({
          fill: colour(`--chart-${series.length - index}`),
          width: 0,
          points: { show: false },
          ...(bars === undefined ? {} : { paths: bars }),
        })),
      ),
    ],
  }
}

type Heights = (number | null)[]

/** For each name two rows of bars: those that end a day, which are rounded, and those that carry others. */
function dataOf(days: readonly string[], series: DayChartProps['series']): [number[], ...Heights[]] {
  const times = days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000)
  const ends = days.map((_day, index) => series.findLastIndex(({ values }) => (values[index] ?? 0) > 0))
  const rows: Heights[] = []
  let below = days.map(() => 0)
  for (const [at, { values }] of series.entries()) {
    below = below.map((sum, index) => sum + (values[index] ?? 0))
    const of = (isEnd: boolean): Heights =>
      below.map((sum, index) => ((values[index] ?? 0) > 0 && (ends[index] === at) === isEnd ? sum : null))
    rows.unshift(of(true), of(false))
  }
  return [times, ...rows]
}

// Lines across the chart, more or less.
const LINES = 4

/** How far two lines are from each other: a round number, and of tasks a whole one. */
function stepTo(most: number, measure: Measure): number {
  const rough = measure === 'usd' ? most / LINES : Math.max(1, most / LINES)
  const unit = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5].find((each) => each * unit >= rough * (1 - 1e-9)) ?? 10) * unit
}

/** The first line at or above what is highest. */
function topOf(most: number, measure: Measure): number {
  if (most <= 0) return 1
  const step = stepTo(most, measure)
  return Math.ceil(most / step - 1e-9) * step
}

function ticksTo(most: number, measure: Measure): number[] {
  const step = stepTo(most, measure)
  return Array.from({ length: Math.round(most / step) + 1 }, (_each, index) => index * step)
}

/** A colour of the page as the canvas takes it: tokens are written as functions of the scheme. */
function colourOf(host: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  host.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

function dayText(seconds: number): string {
  return DAY.format(new Date(seconds * 1000))
}

function wholeText(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en-US') : ''
}
