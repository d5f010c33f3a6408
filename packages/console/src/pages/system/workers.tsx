import type { GetSystemAnswer } from '@mediagen/client'
import { Table, type Column } from '../../parts/lists/table.tsx'
import { Panel } from '../../parts/panels/panel.tsx'
import { plural } from '../../parts/words/amounts.tsx'
import { State } from '../../parts/words/badge.tsx'

type Worker = GetSystemAnswer['workers'][number]

const COLUMNS: Column<Worker>[] = [
  { name: 'Worker', show: ({ id }) => <code>{id}</code> },
  { name: 'State', show: ({ gone }) => (gone ? <State kind="bad">Gone</State> : <State kind="good">Running</State>) },
  { name: 'Running tasks', numeric: true, show: ({ tasks }) => tasks.toLocaleString('en-US') },
]

export function Workers({ of: { workers, engines } }: { of: GetSystemAnswer }) {
  const held = workers.reduce((sum, { gone, tasks }) => sum + (gone ? 0 : tasks), 0)
  const elsewhere = engines.reduce((sum, { in_work: inWork }) => sum + inWork, 0) - held
  return (
    <Panel
      title="Workers"
      about="Processes that run tasks. A task that waits for its provider does not need a worker. If a worker dies, the others take over its tasks."
    >
      {workers.length === 0 ? (
        <p className="faint">No worker has reported yet.</p>
      ) : (
        <Table label="Workers" rows={workers} keyOf={({ id }) => id} compact columns={COLUMNS} />
      )}
      {elsewhere > 0 && (
        <p className="faint">
          {plural(elsewhere, 'running task')} {elsewhere === 1 ? 'is' : 'are'} waiting for a provider.
        </p>
      )}
    </Panel>
  )
}
