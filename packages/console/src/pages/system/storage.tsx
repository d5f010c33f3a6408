import type { GetSystemAnswer } from '@mediagen/client'
import { Meter } from '../../parts/panels/meter.tsx'
import { Facts, Panel } from '../../parts/panels/panel.tsx'
import { Bytes, bytesText } from '../../parts/words/amounts.tsx'

const DRIVERS = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** What it keeps, and how much room is left. */
export function Storage({ of: { database, files, version } }: { of: GetSystemAnswer }) {
  return (
    <Panel title="Storage">
      <div className="storage">
        {files === null ? (
          <p className="faint">The storage does not report its free space.</p>
        ) : (
          <Meter
            label={`Disk used, ${bytesText(files.free_bytes)} free`}
            used={files.total_bytes - files.free_bytes}
            limit={files.total_bytes}
            shown={bytesText}
          />
        )}
        <Facts
          facts={[
            {
              name: 'Database',
              value: `${DRIVERS[database.driver]} ${database.version}, schema ${database.migration}`,
            },
            { name: 'Database size', value: <Bytes bytes={database.bytes} /> },
            { name: 'Service version', value: version },
          ]}
        />
      </div>
    </Panel>
  )
}
