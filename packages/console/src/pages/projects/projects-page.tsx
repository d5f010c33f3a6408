import type { Project } from '@mediagen/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { Link } from 'wouter'
import { Ellipsis, Folder, Plus } from '../../look/icons.ts'
import { Button, IconButton } from '../../parts/controls/button.tsx'
import { LoadMore } from '../../parts/lists/load-more.tsx'
import { Table, type Column } from '../../parts/lists/table.tsx'
import { Menu } from '../../parts/overlays/menu.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { Meter } from '../../parts/panels/meter.tsx'
import { EmptyState } from '../../parts/states/empty-state.tsx'
import { ErrorState, errorText } from '../../parts/states/error-state.tsx'
import { Page, PageHead } from '../../parts/states/page-head.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { moneyText } from '../../parts/words/amounts.tsx'
import { Badge } from '../../parts/words/badge.tsx'
import { Time } from '../../parts/words/time.tsx'
import { usePages } from '../../data/all-pages.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { ProjectDialog } from './project-dialog.tsx'

type Chosen = { project: Project | undefined }

export function ProjectsPage() {
  const [chosen, setChosen] = useState<Chosen>()
  return (
    <Page>
      <PageHead
        title="Projects"
        about="The keys of a project share tasks and a budget."
        actions={
          <Button kind="primary" onClick={() => setChosen({ project: undefined })}>
            <Plus />
            New project
          </Button>
        }
      />
      <ProjectList onEdit={(project) => setChosen({ project })} />
      {chosen !== undefined && <ProjectDialog of={chosen.project} onClose={() => setChosen(undefined)} />}
    </Page>
  )
}

function ProjectList({ onEdit }: { onEdit: (project: Project) => void }) {
  const client = useClient()
  const queries = useQueryClient()
  const list = usePages<Project>({
    key: queryKeys.projects,
    ask: (signal) => client.admin.projects.list({ limit: 50 }, { signal }),
  })
  const archive = useMutation({
    mutationFn: ({ id, state }: Project) => client.admin.projects.edit(id, { archived: state === 'active' }),
    onSuccess: ({ name, state }) => toast(state === 'archived' ? `${name} was archived.` : `${name} was restored.`),
    onError: (error) => toast(errorText(error), 'bad'),
    onSettled: () => void queries.invalidateQueries({ queryKey: queryKeys.projects }),
  })
  if (list.rows === undefined)
    return list.error === null ? (
      <Skeleton height={280} />
    ) : (
      <ErrorState error={list.error} title="The projects could not be loaded" onRetry={list.retry} />
    )
  if (list.rows.length === 0)
    return (
      <EmptyState icon={<Folder />} title="No projects yet">
        Create one for each team or customer, then add keys to it on the Keys page.
      </EmptyState>
    )
  return (
    <>
      <Table
        label="Projects"
        rows={list.rows}
        keyOf={({ id }) => id}
        columns={columns(onEdit, (project) => archive.mutate(project))}
      />
      <LoadMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
    </>
  )
}

function columns(onEdit: (project: Project) => void, onArchive: (project: Project) => void): Column<Project>[] {
  return [
    {
      name: 'Project',
      show: ({ id, name, state }) => (
        <span className="two-lines">
          <span>
            {name} {state === 'archived' && <Badge kind="warn">archived</Badge>}
          </span>
          <small>
            <code>{id}</code>
          </small>
        </span>
      ),
    },
    {
      name: 'Budget',
      show: ({ limits, used }) => (
        <Meters
          of={[
            { label: 'Today', used: used.todayUsd, limit: limits.perDayUsd, shown: moneyText },
            { label: 'This month', used: used.thisMonthUsd, limit: limits.perMonthUsd, shown: moneyText },
          ]}
        />
      ),
    },
    {
      name: 'Tasks',
      show: ({ limits, used }) => (
        <Meters
          of={[
            { label: 'Concurrent', used: used.inWork, limit: limits.inWork, shown: String },
            { label: 'Queued', used: used.waiting, limit: limits.waiting, shown: String },
          ]}
        />
      ),
    },
    { name: 'Created', show: ({ created }) => <Time at={created} /> },
    {
      name: 'Links',
      show: ({ id }) => (
        <span className="table-links">
          <Link href={`/tasks?of=all&project=${id}`}>Tasks</Link>
          <Link href={`/usage?project=${id}`}>Usage</Link>
          <Link href={`/keys?project=${id}`}>Keys</Link>
        </span>
      ),
    },
    {
      name: 'Actions',
      nameUnseen: true,
      numeric: true,
      show: (project) => (
        <Menu
          trigger={
            <IconButton label={`Actions for ${project.name}`}>
              <Ellipsis />
            </IconButton>
          }
          entries={[
            { label: 'Edit', onSelect: () => onEdit(project) },
            { label: project.state === 'active' ? 'Archive' : 'Restore', onSelect: () => onArchive(project) },
          ]}
        />
      ),
    },
  ]
}

/** What is used or limited; what is neither says nothing. */
function Meters({ of }: { of: readonly ComponentProps<typeof Meter>[] }) {
  const told = of.filter(({ used, limit }) => used > 0 || limit !== null)
  if (told.length === 0) return <span className="faint unset">–</span>
  return (
    <div>
      {told.map((each) => (
        <Meter key={each.label} {...each} />
      ))}
    </div>
  )
}
