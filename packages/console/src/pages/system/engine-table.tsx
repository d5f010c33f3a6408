import type { GetSystemAnswer } from '@mediagen/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from '../../look/icons.ts'
import { useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Table, type Column } from '../../parts/lists/table.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { errorText } from '../../parts/states/error-state.tsx'
import { durationText } from '../../parts/words/amounts.tsx'
import { Badge } from '../../parts/words/badge.tsx'
import { Time } from '../../parts/words/time.tsx'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { counted } from './counted.ts'
import { PauseDialog } from './pause-dialog.tsx'

type Engine = GetSystemAnswer['engines'][number]

export function EngineTable({ of: { engines, counted_up_to: upTo } }: { of: GetSystemAnswer }) {
  const client = useClient()
  const queries = useQueryClient()
  const [pausing, setPausing] = useState<Engine>()
  const resume = useMutation({
    mutationFn: (engine: Engine) => client.admin.resumeEngine(engine.id),
    onSuccess: ({ engine }) => {
      void queries.invalidateQueries({ queryKey: queryKeys.system })
      toast(`${engine} resumes.`)
    },
    onError: (error) => toast(errorText(error), 'bad'),
  })
  return (
    <>
      <Table
        label="Engines"
        rows={engines}
        keyOf={({ id }) => id}
        columns={columnsOf(upTo, setPausing, (engine) => resume.mutate(engine))}
      />
      {pausing !== undefined && <PauseDialog of={pausing.id} onClose={() => setPausing(undefined)} />}
    </>
  )
}

function columnsOf(
  upTo: number,
  onPause: (engine: Engine) => void,
  onResume: (engine: Engine) => void,
): Column<Engine>[] {
  return [
    {
      name: 'Engine',
      show: ({ id, models }) => (
        <span className="two-lines">
          <span className="engine-name">{id}</span>
          <small>{[...new Set(models.map((model) => model.id))].join(', ')}</small>
        </span>
      ),
    },
    { name: 'Health', show: (engine) => <Health of={engine} /> },
    {
      name: 'Queued',
      numeric: true,
      show: ({ waiting, oldest_age: age }) => (
        <span className="two-lines">
          <span>{counted(waiting, upTo)}</span>
          <small>{age === null ? '–' : durationText(age)}</small>
        </span>
      ),
    },
    {
      name: 'Running',
      numeric: true,
      show: ({ in_work: inWork, concurrency, fleet_concurrency: fleet }) => (
        <span className="two-lines">
          <span>{counted(inWork, upTo)}</span>
          <small>{fleet !== null ? `of ${fleet}` : concurrency !== null ? `${concurrency} per process` : '–'}</small>
        </span>
      ),
    },
    { name: 'Held by limits', numeric: true, show: ({ parked }) => counted(parked, upTo) },
    {
      name: 'Actions',
      nameUnseen: true,
      numeric: true,
      show: (engine) =>
        engine.paused === null ? (
          <Button size="small" aria-label={`Pause ${engine.id}`} onClick={() => onPause(engine)}>
            <Pause />
            Pause
          </Button>
        ) : (
          <Button size="small" aria-label={`Resume ${engine.id}`} onClick={() => onResume(engine)}>
            <Play />
            Resume
          </Button>
        ),
    },
  ]
}

function Health({ of: { paused, ready } }: { of: Engine }) {
  if (paused !== null)
    return (
      <span className="two-lines">
        <span>
          <Badge kind="warn">Paused</Badge>
        </span>
        <small>
          {paused.reason} · {paused.by}, <Time at={paused.since} />
        </small>
      </span>
    )
  if (ready === null) return <span className="faint">not known here</span>
  return ready ? <Badge kind="good">Ready</Badge> : <Badge kind="bad">Paused after failures</Badge>
}
