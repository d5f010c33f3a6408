import { useQuery } from '@tanstack/react-query'
import { Panel } from '../../parts/panels/panel.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Page, PageHead } from '../../parts/states/page-head.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { EngineTable } from './engine-table.tsx'
import { Events } from './events.tsx'
import { Readiness } from './readiness.tsx'
import { Storage } from './storage.tsx'
import { SystemTiles } from './tiles.tsx'
import { Workers } from './workers.tsx'
import './system.css'

// As often as workers beat: nothing on this page is younger.
const LOOK_EVERY_MS = 2_000

/** How the service stands. Everything keeps its place while the numbers change. */
export function SystemPage() {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.system,
    queryFn: ({ signal }) => client.admin.system({ signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
  return (
    <Page>
      <PageHead title="System" about="Queues, engines, workers and storage. Updates live." />
      <Readiness />
      {data !== undefined && <SystemTiles of={data} />}
      <Events />
      {data === undefined ? (
        error === null ? (
          <Skeleton height={560} />
        ) : (
          <ErrorState error={error} title="The system status could not be loaded" onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Panel title="Engines" about="Engines make images and videos. While one is paused, its tasks stay queued.">
            <EngineTable of={data} />
          </Panel>
          <Workers of={data} />
          <Storage of={data} />
        </>
      )}
    </Page>
  )
}
