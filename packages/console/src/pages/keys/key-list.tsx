import type { ManagedKey } from '@mediagen/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from '../../look/icons.ts'
import { useState, type ReactNode } from 'react'
import { IconButton } from '../../parts/controls/button.tsx'
import { LoadMore } from '../../parts/lists/load-more.tsx'
import { Table, type Column } from '../../parts/lists/table.tsx'
import { Confirm } from '../../parts/overlays/confirm.tsx'
import { Menu } from '../../parts/overlays/menu.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { EmptyState } from '../../parts/states/empty-state.tsx'
import { ErrorState, errorText } from '../../parts/states/error-state.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { moneyText, plural } from '../../parts/words/amounts.tsx'
import { Badge } from '../../parts/words/badge.tsx'
import { Time } from '../../parts/words/time.tsx'
import { usePages } from '../../data/all-pages.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { useCaller } from '../../data/caller.ts'
import { useManagedKeys, useProjects } from '../../data/projects.ts'
import { KeyDialog } from './key-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { presetOf } from './scopes.ts'
import { Spent, useSpending, type Spending } from './spent.tsx'

type KeyListProps = {
  icon: ReactNode
  onRotated: (name: string, text: string) => void
  onAudit: (id: string) => void
  /** Of this project alone. */
  project: string | undefined
}

type Deed = { what: 'edit' | 'rotate' | 'revoke'; key: ManagedKey }

export function KeyList({ icon, onRotated, onAudit, project }: KeyListProps) {
  const keys = useManagedKeys()
  const isOperator = useCaller().may('admin')
  const projects = new Map(useProjects().map(({ id, name }) => [id, name]))
  const [deed, setDeed] = useState<Deed>()
  const done = (): void => setDeed(undefined)
  const spending = useSpending()
  const list = usePages<ManagedKey>({
    key: [...queryKeys.keys, 'list', project ?? ''],
    ask: (signal) => keys.list({ limit: 50, ...(project === undefined ? {} : { project }) }, { signal }),
  })
  if (list.rows === undefined)
    return list.error === null ? (
      <Skeleton height={280} />
    ) : (
      <ErrorState error={list.error} title="The keys could not be loaded" onRetry={list.retry} />
    )
  if (list.rows.length === 0)
    return (
      <EmptyState icon={icon} title="No keys yet">
        Create one for each application, so you can limit, monitor and revoke each key separately.
      </EmptyState>
    )
  return (
    <>
      <Table
        label="Keys"
        rows={revokedLast(list.rows)}
        keyOf={({ id }) => id}
        columns={columns({ spending, projects, isOperator }, setDeed, onAudit)}
      />
      <LoadMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
      {deed?.what === 'edit' && <KeyDialog of={deed.key} onClose={done} onCreated={done} />}
      {deed?.what === 'rotate' && (
        <RotateDialog
          of={deed.key}
          onClose={done}
          onRotated={(text) => {
            done()
            onRotated(deed.key.name, text)
          }}
        />
      )}
      <RevokeQuestion of={deed?.what === 'revoke' ? deed.key : undefined} onClose={done} />
    </>
  )
}

function revokedLast(keys: readonly ManagedKey[]): ManagedKey[] {
  return keys.toSorted((one, other) => Number(one.state === 'revoked') - Number(other.state === 'revoked'))
}

function RevokeQuestion({ of, onClose }: { of: ManagedKey | undefined; onClose: () => void }) {
  const keys = useManagedKeys()
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: (key: ManagedKey) => keys.revoke(key.id),
    onSuccess: ({ name }) => {
      void queries.invalidateQueries({ queryKey: queryKeys.keys })
      void queries.invalidateQueries({ queryKey: ['audit'] })
      toast(`${name} was revoked.`)
    },
    onError: (error) => toast(errorText(error), 'bad'),
    onSettled: onClose,
  })
  return (
    <Confirm
      open={of !== undefined}
      title={`Revoke ${of?.name ?? ''}?`}
      about="The key stops working in every process within a second. Its tasks continue. You cannot undo this."
      action="Revoke"
      isBusy={revoke.isPending}
      onClose={onClose}
      onConfirm={() => of !== undefined && revoke.mutate(of)}
    />
  )
}

type Known = { spending: Spending; projects: ReadonlyMap<string, string>; isOperator: boolean }

function columns(
  { spending, projects, isOperator }: Known,
  choose: (deed: Deed) => void,
  onAudit: (id: string) => void,
): Column<ManagedKey>[] {
  return [
    {
      name: 'Key',
      show: ({ name, hint, state, project, role, scopes }) => (
        <span className={state === 'revoked' ? 'two-lines key-revoked' : 'two-lines'}>
          <span className="key-name">
            {name} {state !== 'active' && <Badge kind={state === 'revoked' ? 'bad' : 'warn'}>{state}</Badge>}
          </span>
          <small>
            {hint.length > 1 && <code>{hint}</code>}
            {project !== null && ` · ${projects.get(project) ?? ''}${roleWords(role ?? 'member', scopes)}`}
          </small>
        </span>
      ),
    },
    { name: 'Permissions', show: ({ scopes, models }) => <May scopes={scopes} models={models} /> },
    { name: 'Limits', show: (key) => <LimitWords of={key} /> },
    ...(isOperator
      ? [{ name: 'This month', numeric: true, show: (key: ManagedKey) => <Spent of={key} spending={spending} /> }]
      : []),
    {
      name: 'Last used',
      show: ({ lastUsed }) => (lastUsed === null ? <span className="faint unset">never</span> : <Time at={lastUsed} />),
    },
    { name: 'Expires', show: (key) => <Ends of={key} /> },
    {
      name: 'Actions',
      nameUnseen: true,
      numeric: true,
      show: (key) => (
        <Menu
          trigger={
            <IconButton label={`Actions for ${key.name}`}>
              <Ellipsis />
            </IconButton>
          }
          entries={[
            { label: 'Edit', disabled: key.state === 'revoked', onSelect: () => choose({ what: 'edit', key }) },
            { label: 'Rotate', disabled: key.state === 'revoked', onSelect: () => choose({ what: 'rotate', key }) },
            ...(isOperator ? [{ label: 'Audit log', onSelect: () => onAudit(key.id) }] : []),
            {
              label: 'Revoke',
              danger: true,
              disabled: key.state === 'revoked',
              onSelect: () => choose({ what: 'revoke', key }),
            },
          ]}
        />
      ),
    },
  ]
}

/** Its role in the project, unless its permissions go by the same name. */
function roleWords(role: string, scopes: ManagedKey['scopes']): string {
  return presetOf(scopes).toLowerCase() === role ? '' : ` (${role})`
}

function May({ scopes, models }: Pick<ManagedKey, 'scopes' | 'models'>) {
  const preset = scopes.includes('admin') ? 'Operator' : presetOf(scopes)
  return (
    <span className="two-lines key-permissions">
      <span title={scopes.join(', ')}>{preset || 'Custom'}</span>
      {preset === '' && <small>{scopes.join(', ')}</small>}
      {models !== null && <small>models: {models.join(', ')}</small>}
    </span>
  )
}

function LimitWords({ of: { limits, userLimits } }: { of: ManagedKey }) {
  const { createsPerMinute, readsPerMinute, inWork, waiting, perDayUsd, perMonthUsd } = limits
  const words = [
    createsPerMinute !== null && `${plural(createsPerMinute, 'request')}/min (create)`,
    readsPerMinute !== null && `${plural(readsPerMinute, 'request')}/min (read)`,
    inWork !== null && `${inWork} concurrent`,
    waiting !== null && `${waiting} queued`,
    perDayUsd !== null && `${moneyText(perDayUsd)} a day`,
    perMonthUsd !== null && `${moneyText(perMonthUsd)} a month`,
  ].filter((each) => each !== false)
  if (words.length === 0 && userLimits === null) return <span className="faint unset">none</span>
  return (
    <span className="two-lines key-limits">
      {words.map((each) => (
        <span key={each}>{each}</span>
      ))}
      {userLimits !== null && <small>{words.length === 0 ? 'per end user' : 'and limits per end user'}</small>}
    </span>
  )
}

function Ends({ of: { expires, revoked, formerTextUntil } }: { of: ManagedKey }) {
  if (revoked !== null)
    return (
      <span className="key-end">
        <span>Revoked</span> <Time at={revoked} />
      </span>
    )
  if (expires === null && formerTextUntil === null) return <span className="faint unset">never</span>
  return (
    <span className="two-lines">
      {expires === null ? <span className="faint">never</span> : <Time at={expires} form="day" />}
      {formerTextUntil !== null && (
        <small>
          old key until <Time at={formerTextUntil} form="minute" />
        </small>
      )}
    </span>
  )
}
