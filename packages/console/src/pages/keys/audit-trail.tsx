import type { AuditEntry } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { ScrollText } from '../../look/icons.ts'
import { Field } from '../../parts/controls/field.tsx'
import { Select } from '../../parts/controls/select.tsx'
import { LoadMore } from '../../parts/lists/load-more.tsx'
import { Table, type Column } from '../../parts/lists/table.tsx'
import { EmptyState } from '../../parts/states/empty-state.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { moneyText } from '../../parts/words/amounts.tsx'
import { clockText, Time } from '../../parts/words/time.tsx'
import { usePages } from '../../data/all-pages.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { LIMIT_FIELDS } from './limit-fields.ts'

type AuditTrailProps = { of: string | undefined; onChoose: (id: string | undefined) => void }

/** Who changed what, of all keys or of one. */
export function AuditTrail({ of, onChoose }: AuditTrailProps) {
  const client = useClient()
  const names = useKeyNames()
  const list = usePages<AuditEntry>({
    key: queryKeys.audit(of),
    ask: (signal) => client.admin.audit({ limit: 50, ...(of === undefined ? {} : { key: of }) }, { signal }),
  })
  return (
    <div className="audit">
      <Field label="Key" labelUnseen>
        {(wired) => (
          <Select {...wired} value={of ?? ''} onChange={({ target: { value } }) => onChoose(value || undefined)}>
            <option value="">All keys</option>
            {[...names].map(([id, { shown }]) => (
              <option key={id} value={id}>
                {shown}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {list.rows === undefined ? (
        list.error === null ? (
          <Skeleton height={240} />
        ) : (
          <ErrorState error={list.error} title="The audit log could not be loaded" onRetry={list.retry} />
        )
      ) : list.rows.length === 0 ? (
        <EmptyState icon={<ScrollText />} title="No changes yet">
          Changes to keys appear here, from the console, the API and the command line.
        </EmptyState>
      ) : (
        <>
          <Table
            label="Audit log"
            rows={list.rows}
            keyOf={(entry) => JSON.stringify(entry)}
            columns={columns(names)}
            compact
          />
          <LoadMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
        </>
      )}
    </div>
  )
}

/** A key by its bare name, and by what tells it from others of that name. */
type KeyName = { name: string; shown: string }
type KeyNames = ReadonlyMap<string, KeyName>

/** The names of keys by their ids: what an entry is about has only an id. */
function useKeyNames(): KeyNames {
  const client = useClient()
  const { data } = useQuery({
    queryKey: [...queryKeys.keys, 'names'],
    queryFn: async ({ signal }) => {
      const names = new Map<string, KeyName>()
      for await (const { id, name, hint } of client.admin.keys.list({ limit: 100 }, { signal }))
        // Of a key that comes from the settings, no part is shown.
        names.set(id, { name, shown: hint.length > 1 ? `${name} (${hint})` : name })
      return names
    },
  })
  return data ?? NO_NAMES
}

const NO_NAMES: KeyNames = new Map()

function columns(names: KeyNames): Column<AuditEntry>[] {
  return [
    { name: 'When', show: ({ at }) => <Time at={at} form="minute" /> },
    { name: 'Actor', show: ({ actor }) => actor.name },
    { name: 'Action', show: ({ action }) => capitalised(action) },
    { name: 'Target', show: (entry) => targetOf(entry, names) },
    { name: 'Changes', show: (entry) => <Changes of={changesOf(entry, names)} /> },
  ]
}

/** What an entry is about: a key, or the engine that it names. */
function targetOf({ keyId, changes }: AuditEntry, names: KeyNames): string {
  if (keyId !== null) return names.get(keyId)?.shown ?? keyId
  const engine = changes.find(({ field }) => field === 'engine')
  return words(engine?.to ?? engine?.from ?? null)
}

/** What changed, without what the target says already: the engine, and the name of a new key. */
function changesOf({ keyId, action, changes }: AuditEntry, names: KeyNames): AuditEntry['changes'] {
  const said = keyId === null ? undefined : names.get(keyId)?.name
  return changes.filter(({ field, to }) =>
    keyId === null ? field !== 'engine' : !(action === 'create' && field === 'name' && to === said),
  )
}

function Changes({ of: changes }: { of: AuditEntry['changes'] }) {
  if (changes.length === 0) return <span className="faint unset">–</span>
  return (
    <ul className="changes">
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <span>{fieldWords(field)}</span> {from !== null && <del>{words(from, field)}</del>}{' '}
          <ins>{words(to, field)}</ins>
        </li>
      ))}
    </ul>
  )
}

/** Limits by the names that they have in the form of a key; those of its end users are said to be theirs. */
function fieldWords(field: string): string {
  const [group] = field.split('.')
  const limit = limitOf(field)
  if (limit === undefined) return FIELD_WORDS[field] ?? capitalised(field)
  // Its amounts say that they are dollars.
  const label = limit.label.replace(' (USD)', '')
  return group === 'userLimits' ? `${label} per end user` : label
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  formerTextUntil: 'Old key works until',
  hint: 'Starts with',
  'raise.until': 'Raised until',
}

function limitOf(field: string): (typeof LIMIT_FIELDS)[number] | undefined {
  const [, name] = field.split('.')
  return LIMIT_FIELDS.find((each) => each.name === name)
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const TIMES = new Set(['expires', 'formerTextUntil', 'raise.until'])

function words(value: AuditEntry['changes'][number]['from'], field = ''): string {
  if (value === null) return 'none'
  if (typeof value === 'number' && TIMES.has(field)) return clockText(value)
  if (typeof value === 'number' && limitOf(field)?.usd === true) return moneyText(value)
  return Array.isArray(value) ? value.join(', ') : String(value)
}
