import { useMemo, useState, type ReactNode } from 'react'
import { Segments } from '../../parts/controls/segments.tsx'
import { Table, type Column } from '../../parts/lists/table.tsx'
import { Panel } from '../../parts/panels/panel.tsx'
import { Tiles } from '../../parts/panels/tiles.tsx'
import { moneyText } from '../../parts/words/amounts.tsx'
import { nowSeconds } from '../../parts/words/now.ts'
import { DayChart } from './day-chart.tsx'
import { lastDays, seriesOf, sumsBy, type AnyLine, type Measure, type Sum } from './usage-lines.ts'

type By = 'day' | 'model' | 'key'

const NAME_OF: Readonly<Record<By, (line: AnyLine) => string>> = {
  day: ({ day }) => day,
  model: ({ model }) => model,
  key: ({ key_name: name, key_id: id }) => name || id || '',
}

type UsageReportProps = {
  lines: readonly AnyLine[]
  days: number
  ofAll: boolean
  /** What is left of the limits, under the sums. */
  left: ReactNode
}

export function UsageReport({ lines, days: count, ofAll, left }: UsageReportProps) {
  const [measure, setMeasure] = useState<Measure>(() => (lines.some(({ usd }) => (usd ?? 0) > 0) ? 'usd' : 'tasks'))
  const [by, setBy] = useState<By>('model')
  const colouredBy = by === 'key' && ofAll ? 'key' : 'model'
  const days = useMemo(() => lastDays(count, nowSeconds() * 1000), [count])
  const series = useMemo(
    () => seriesOf(lines, { days, measure, nameOf: NAME_OF[colouredBy] }),
    [lines, days, measure, colouredBy],
  )
  const sums = sumsBy(lines, NAME_OF[by])
  const rows = by === 'day' ? sums.toSorted((a, b) => b.name.localeCompare(a.name)) : sums
  const choices: { value: By; label: string }[] = [
    { value: 'model', label: 'Model' },
    ...(ofAll ? [{ value: 'key' as const, label: 'Key' }] : []),
    { value: 'day', label: 'Day' },
  ]
  return (
    <>
      <Totals sum={total(lines)} />
      {left}
      <Panel
        title={measure === 'usd' ? 'Cost by day' : 'Tasks by day'}
        about="Days are in UTC. The table below shows the numbers."
        actions={
          <Segments
            label="Measure"
            value={measure}
            onChange={setMeasure}
            segments={[
              { value: 'usd', label: 'Cost' },
              { value: 'tasks', label: 'Tasks' },
            ]}
          />
        }
      >
        <DayChart days={days} series={series} measure={measure} />
      </Panel>
      <section className="usage-table" aria-label="Usage table">
        <Segments label="By" value={by} onChange={setBy} segments={choices} />
        <Table label={`Usage by ${by}`} rows={rows} keyOf={({ name }) => name} columns={columnsOf(by)} compact />
      </section>
    </>
  )
}

function total(lines: readonly AnyLine[]): Sum {
  return sumsBy(lines, () => 'all')[0] ?? { name: 'all', tasks: 0, succeeded: 0, usd: null, unpriced: 0 }
}

function Totals({ sum }: { sum: Sum }) {
  const share = sum.tasks === 0 ? 0 : Math.round((sum.succeeded / sum.tasks) * 1000) / 10
  const facts = [
    { name: 'Cost', value: costText(sum), more: costNote(sum) },
    { name: 'Tasks', value: sum.tasks.toLocaleString('en-US'), more: 'finished' },
    {
      name: 'Succeeded',
      value: `${share}%`,
      more: `${sum.succeeded.toLocaleString('en-US')} of ${sum.tasks.toLocaleString('en-US')}`,
    },
  ]
  return <Tiles tiles={facts} />
}

/** What a task costs on average, or what the sum leaves out. */
function costNote({ usd, tasks, unpriced }: Sum): string {
  if (unpriced > 0) return `${unpriced} tasks have an unknown cost`
  return usd === null || usd === 0 || tasks === 0 ? '' : `${moneyText(roughly(usd / tasks))} per task`
}

/** Two digits of an average say what it is. */
function roughly(usd: number): number {
  return usd >= 0.01 ? Math.round(usd * 100) / 100 : Number(usd.toPrecision(2))
}

function costText({ usd, unpriced }: Sum): string {
  if (usd === null || (usd === 0 && unpriced > 0)) return 'unknown'
  return unpriced > 0 ? `at least ${moneyText(usd)}` : moneyText(usd)
}

function columnsOf(by: By): Column<Sum>[] {
  return [
    { name: by.replace(/^./, (first) => first.toUpperCase()), show: ({ name }) => name },
    { name: 'Tasks', numeric: true, show: ({ tasks }) => tasks.toLocaleString('en-US') },
    { name: 'Succeeded', numeric: true, show: ({ succeeded }) => succeeded.toLocaleString('en-US') },
    {
      name: 'Cost',
      numeric: true,
      show: (sum) => (
        <span title={sum.unpriced > 0 ? `excluding ${sum.unpriced} tasks with unknown cost` : undefined}>
          {costText(sum)}
        </span>
      ),
    },
  ]
}
