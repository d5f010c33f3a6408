import type { GetSystemAnswer } from '@mediagen/client'
import { Meter } from '../../parts/panels/meter.tsx'
import { Facts, Panel } from '../../parts/panels/panel.tsx'
import { Bytes, bytesText } from '../../parts/words/amounts.tsx'

const DRIVERS = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** What it stands on. */
export function Machine({ of: { database, files, version } }: { of: GetSystemAnswer }) {
  return (
    <div className="panels">
      <Panel title="Database">
        <Facts
          facts={[
            { name: 'Kind', value: `${DRIVERS[database.driver]} ${database.version}` },
            { name: 'Size', value: <Bytes bytes={database.bytes} /> },
            { name: 'Schema', value: `step ${database.migration}` },
            { name: 'Service', value: version },
          ]}
        />
      </Panel>
      <Panel title="Files">
        {files === null ? (
          <p className="faint">The storage does not report its free space.</p>
        ) : (
          <>
            <Meter
              label="Disk"
              used={files.total_bytes - files.free_bytes}
              limit={files.total_bytes}
              shown={bytesText}
            />
            <Facts facts={[{ name: 'Free', value: <Bytes bytes={files.free_bytes} /> }]} />
          </>
        )}
      </Panel>
    </div>
  )
}
