import { LoadMore } from '../../parts/lists/load-more.tsx'
import { Table } from '../../parts/lists/table.tsx'
import { Meter } from '../../parts/panels/meter.tsx'
import { Facts, Panel } from '../../parts/panels/panel.tsx'
import { Bytes, Duration, Money, moneyText } from '../../parts/words/amounts.tsx'
import { Badge, StatusBadge } from '../../parts/words/badge.tsx'
import { CodeBlock } from '../../parts/words/code-block.tsx'
import { useNow } from '../../parts/words/now.ts'
import { Time } from '../../parts/words/time.tsx'

const BADGES = ['neutral', 'good', 'warn', 'bad', 'accent'] as const
const STATUSES = ['pending', 'processing', 'success', 'failed'] as const
const ROWS = [
  { name: 'sandbox', tasks: 120, usd: 0 },
  { name: 'diorama', tasks: 48, usd: 1.44 },
]

export function Words() {
  const now = useNow(60_000)
  return (
    <>
      <Panel title="Badges" about="Never rely on color alone.">
        <div className="row">
          {BADGES.map((kind) => (
            <Badge key={kind} kind={kind}>
              {kind}
            </Badge>
          ))}
        </div>
        <div className="row">
          {STATUSES.map((status) => (
            <StatusBadge key={status} task={{ status, error: null }} />
          ))}
        </div>
      </Panel>
      <div className="panels">
        <Panel title="Amounts and times" about="Short on the page, exact in the tooltip.">
          <Facts
            facts={[
              { name: 'Money', value: <Money usd={0.0315} /> },
              { name: 'Unknown', value: <Money usd={null} /> },
              { name: 'Bytes', value: <Bytes bytes={4_812_345} /> },
              { name: 'Duration', value: <Duration seconds={200} /> },
              { name: 'Ago', value: <Time at={now - 340} /> },
              { name: 'Clock', value: <Time at={now - 340} form="clock" /> },
            ]}
          />
        </Panel>
        <Panel title="Meters" about="Warns from 90%; the limit is reached at 100%.">
          <Meter label="Today" used={1.2} limit={5} shown={moneyText} />
          <Meter label="This month" used={46} limit={50} shown={moneyText} />
          <Meter label="Concurrent tasks" used={4} limit={4} shown={String} />
          <Meter label="Queued tasks" used={12} limit={null} shown={String} />
        </Panel>
      </div>
      <Panel title="Table" about="On small screens, rows become cards.">
        <Table
          label="Sample table"
          rows={ROWS}
          keyOf={({ name }) => name}
          columns={[
            { name: 'Model', show: ({ name }) => name },
            { name: 'Tasks', numeric: true, show: ({ tasks }) => tasks },
            { name: 'Cost', numeric: true, show: ({ usd }) => moneyText(usd) },
          ]}
        />
        <LoadMore hasMore isBusy={false} onMore={() => undefined} />
      </Panel>
      <Panel title="Code">
        <CodeBlock
          label="a command"
          code={'curl http://127.0.0.1:8080/api/ai/me \\\n  -H "Authorization: Bearer $MEDIAGEN_API_KEY"'}
        />
      </Panel>
    </>
  )
}
