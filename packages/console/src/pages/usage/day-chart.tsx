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
  const bars = plot.paths.bars?.({ size: [0.7, 28], radius: 0.15 })
  return {
    width: host.clientWidth,
    height: HEIGHT,
    // Days are days of UTC, whoever looks.
    tzDate: (seconds) => plot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    // Half a day at either end: bars stand on the middle of their day.
    scales: {
      x: { range: (_chart, first, last) => [first - 43_200, last + 43_200] },
      y: { range: (_chart, _least, most) => [0, most > 0 ? most * 1.08 : 1] },
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
        values: (_chart, ticks) => ticks.map((tick) => (measure === 'usd' ? moneyText(tick) : wholeText(tick))),
      },
    ],
    series: [
      {},
      // The tallest is drawn first: each covers the one below it from its foot on.
      ...series.map((_each, index) => ({
        fill: colour(`--chart-${series.length - index}`),
        width: 0,
        points: { show: false },
        ...(bars === undefined ? {} : { paths: bars }),
      })),
    ],
  }
}

function dataOf(days: readonly string[], series: DayChartProps['series']): [number[], ...number[][]] {
  const times = days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000)
  const sums: number[][] = []
  let below = days.map(() => 0)
  for (const { values } of series) {
    below = below.map((sum, index) => sum + (values[index] ?? 0))
    sums.unshift(below)
  }
  return [times, ...sums]
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
