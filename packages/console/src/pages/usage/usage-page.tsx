import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, Download } from '../../look/icons.ts'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from '../../parts/controls/button.tsx'
import { Segments } from '../../parts/controls/segments.tsx'
import { ProjectSelect } from '../../parts/controls/project-select.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { EmptyState } from '../../parts/states/empty-state.tsx'
import { ErrorState, errorText } from '../../parts/states/error-state.tsx'
import { Page, PageHead } from '../../parts/states/page-head.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { useCaller } from '../../data/caller.ts'
import { useProjects } from '../../data/projects.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { saveText } from '../../data/save-text.ts'
import { useClient } from '../../data/session.tsx'
import { Budgets } from './budgets.tsx'
import type { AnyLine } from './usage-lines.ts'
import { UsageReport } from './usage-report.tsx'
import './usage.css'

const RANGES = ['7', '30', '90'] as const
type Range = (typeof RANGES)[number]

export function UsagePage() {
  const client = useClient()
  const { may } = useCaller()
  const [range, setRange] = useState<Range>('7')
  const [address, setAddress] = useSearchParams()
  const projects = useProjects()
  const asked = address.get('project') ?? ''
  const [isOfAll, setOfAll] = useState(false)
  const days = Number(range)
  const project = may('admin') ? asked : ''
  const ofAll = (isOfAll || project !== '') && may('admin')
  const query = { days, ...(project === '' ? {} : { project }) }
  const choose = (whose: string): void => {
    setOfAll(whose === 'all')
    setAddress(whose === 'all' || whose === 'own' ? {} : { project: whose }, { replace: true })
  }
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.usage(days, ofAll, project),
    queryFn: async ({ signal }): Promise<AnyLine[]> =>
      (await (ofAll ? client.admin.usage(query, { signal }) : client.usage({ days }, { signal }))).data,
    refetchInterval: 30_000,
  })
  const save = async (): Promise<void> => {
    try {
      const text = await (ofAll ? client.admin.usageCsv(query) : client.usageCsv({ days }))
      saveText(`mediagen-usage-${days}-days.csv`, 'text/csv', text)
    } catch (problem) {
      toast(errorText(problem), 'bad')
    }
  }
  return (
    <Page>
      <PageHead
        title="Usage"
        about="Tasks and their cost, at the prices that applied when they ran."
        actions={
          <>
            {may('admin') && (
              <Segments
                label="Keys"
                value={project === '' ? (ofAll ? 'all' : 'own') : ''}
                onChange={choose}
                segments={[
                  { value: 'own', label: 'Your key' },
                  { value: 'all', label: 'All keys' },
                ]}
              />
            )}
            <ProjectSelect projects={projects} value={project} onChange={(id) => choose(id || 'all')} />
            <Segments
              label="Time"
              value={range}
              onChange={setRange}
              segments={RANGES.map((value) => ({ value, label: `${value} days` }))}
            />
            <Button onClick={() => void save()}>
              <Download />
              CSV
            </Button>
          </>
        }
      />
      {data === undefined ? (
        error === null ? (
          <Skeleton height={420} />
        ) : (
          <ErrorState error={error} title="Usage could not be loaded" onRetry={() => void refetch()} />
        )
      ) : (
        <Report lines={data} days={days} ofAll={ofAll} />
      )}
    </Page>
  )
}

function Report({ lines, days, ofAll }: { lines: readonly AnyLine[]; days: number; ofAll: boolean }) {
  const shown = useMemo(() => ({ lines, days, ofAll }), [lines, days, ofAll])
  // What is left matters more than what was.
  const left = ofAll ? null : <Budgets />
  if (lines.length === 0)
    return (
      <>
        {left}
        <EmptyState icon={<ChartNoAxesColumn />} title="No usage in this period">
          Tasks appear here when they end. Choose a longer period to see older ones.
        </EmptyState>
      </>
    )
  return <UsageReport {...shown} left={left} />
}
