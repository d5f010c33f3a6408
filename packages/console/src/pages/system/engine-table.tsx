import type { GetSystemAnswer } from '@mediagen/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from '../../look/icons.ts'
import { useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Table, type Column } from '../../parts/lists/table.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { errorText } from '../../parts/states/error-state.tsx'
import { durationText } from '../../parts/words/amounts.tsx'
import { State } from '../../parts/words/badge.tsx'
import { NameList } from '../../parts/words/name-list.tsx'
import { Time } from '../../parts/words/time.tsx'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { counted } from './counted.ts'
import { PauseDialog } from './pause-dialog.tsx'

type Engine = GetSystemAnswer['engines'][number]
/** An engine, or one of the servers behind it, which has no queue of its own. */
type Row = Pick<Engine, 'id' | 'in_work' | 'ready' | 'paused'> & { engine: Engine | undefined }

const rowsOf = (engine: Engine): Row[] => [
  { ...engine, engine },
  ...engine.servers.map((server) => ({ ...server, engine: undefined })),
]

export function EngineTable({ of: { engines, counted_up_to: upTo } }: { of: GetSystemAnswer }) {
  const client = useClient()
  const queries = useQueryClient()
  const [pausing, setPausing] = useState<Row>()
  const resume = useMutation({
    mutationFn: (engine: Row) => client.admin.resumeEngine(engine.id),
    onSuccess: ({ engine }) => {
      void queries.invalidateQueries({ queryKey: queryKeys.system })
      toast(`${engine} was resumed.`)
    },
    onError: (error) => toast(errorText(error), 'bad'),
  })
  return (
    <>
      <Table
        label="Engines"
        rows={engines.flatMap(rowsOf)}
        keyOf={({ id }) => id}
        columns={columnsOf(upTo, setPausing, (engine) => resume.mutate(engine))}
        compact
      />
      {pausing !== undefined && <PauseDialog of={pausing.id} onClose={() => setPausing(undefined)} />}
    </>
  )
}

function columnsOf(upTo: number, onPause: (engine: Row) => void, onResume: (engine: Row) => void): Column<Row>[] {
  return [
    {
      name: 'Engine',
      show: ({ id, engine }) => (
        <span className="two-lines">
          <span className="engine-name">{id}</span>
          <small>
            {engine === undefined ? (
              'server'
            ) : (
              <NameList names={[...new Set(engine.models.map((model) => model.id))]} />
            )}
          </small>
        </span>
      ),
    },
    { name: 'Health', show: (engine) => <Health of={engine} /> },
    {
      name: 'Queued',
      numeric: true,
      show: ({ engine }) =>
        engine !== undefined && (
          <span className="two-lines">
            <span>{counted(engine.waiting, upTo)}</span>
            {engine.oldest_age !== null && <small>oldest {durationText(engine.oldest_age)}</small>}
          </span>
        ),
    },
    {
      name: 'Running',
      numeric: true,
      show: ({ in_work: inWork, engine }) => (
        <span className="two-lines">
          <span>{counted(inWork, upTo)}</span>
          {engine !== undefined && <small>{mostOf(engine)}</small>}
        </span>
      ),
    },
    {
      name: 'Held by limits',
      numeric: true,
      show: ({ engine }) =>
        engine !== undefined &&
        (engine.parked === 0 ? <span className="faint unset">0</span> : counted(engine.parked, upTo)),
    },
    {
      name: 'Actions',
      nameUnseen: true,
      numeric: true,
      show: (engine) => (
        <span className="row-actions">
          {engine.paused === null ? (
            <Button size="small" aria-label={`Pause ${engine.id}`} onClick={() => onPause(engine)}>
              <Pause />
              Pause
            </Button>
          ) : (
            <Button size="small" aria-label={`Resume ${engine.id}`} onClick={() => onResume(engine)}>
              <Play />
              Resume
            </Button>
          )}
        </span>
      ),
    },
  ]
}

function mostOf({ concurrency, fleet_concurrency: fleet }: Engine): string {
  if (fleet !== null) return `of ${fleet}`
  return concurrency === null ? '–' : `of ${concurrency} per process`
}

function Health({ of: { paused, ready } }: { of: Pick<Row, 'paused' | 'ready'> }) {
  if (paused !== null)
    return (
      <span className="two-lines">
        <span>
          <State kind="warn">Paused</State>
        </span>
        <small>
          {paused.reason} · {paused.by}, <Time at={paused.since} />
        </small>
      </span>
    )
  if (ready === null) return <span className="faint">unknown here</span>
  return ready ? <State kind="good">Ready</State> : <State kind="bad">Paused after failures</State>
}
