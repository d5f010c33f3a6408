import type { ListLocalModelsAnswer } from '@mediagen/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { Table, type Column } from '../../parts/lists/table.tsx'
import { Confirm } from '../../parts/overlays/confirm.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { Panel } from '../../parts/panels/panel.tsx'
import { errorText } from '../../parts/states/error-state.tsx'
import { bytesText, durationText, roughDurationText } from '../../parts/words/amounts.tsx'
import { State } from '../../parts/words/badge.tsx'
import { ProgressBar } from '../../parts/words/progress-bar.tsx'
import { AddModelDialog, type AvailableModel } from './add-model-dialog.tsx'

type Installed = ListLocalModelsAnswer['installed'][number]
type Download = ListLocalModelsAnswer['downloads'][number]

/** A line of the table: what is known of one model, wherever it comes from. */
type Line = { id: string; available?: AvailableModel; installed?: Installed; download?: Download }

const WHILE_DOWNLOADING_MS = 2_000
const USUAL_MS = 15_000

/** Neural models on the machine of the service: what is here, what can be added, and what it would take. */
export function LocalModels() {
  const client = useClient()
  const queries = useQueryClient()
  const [adding, setAdding] = useState<AvailableModel>()
  const [removing, setRemoving] = useState<Line>()
  const { data } = useQuery({
    queryKey: queryKeys.localModels,
    queryFn: ({ signal }) => client.admin.localModels.list({ signal }),
    refetchInterval: ({ state }) =>
      state.data?.downloads.some(({ state: is }) => is === 'running') ? WHILE_DOWNLOADING_MS : USUAL_MS,
  })
  const remove = useMutation({
    mutationFn: ({ id }: Line) => client.admin.localModels.remove(id),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: queryKeys.localModels })
      void queries.invalidateQueries({ queryKey: queryKeys.models })
      toast(`${id} was removed.`)
    },
    onError: (error) => toast(errorText(error), 'bad'),
    onSettled: () => setRemoving(undefined),
  })
  if (data === undefined) return null
  const offered = data.installed.length + data.downloads.length > 0 ? undefined : firstOf(data)
  return (
    <Panel
      id="on-this-machine"
      title="On this machine"
      about="Neural models that run here. They need no provider key and have no cost per image, and prompts never leave the machine. Times and memory are estimates for this machine; choose Add to see what an estimate is based on."
    >
      {offered !== undefined && <Offer of={offered} onAdd={() => setAdding(offered)} />}
      <Table
        label="Local models"
        rows={linesOf(data)}
        keyOf={({ id }) => id}
        columns={columnsOf(setAdding, setRemoving)}
        compact
      />
      {adding !== undefined && <AddModelDialog of={adding} onClose={() => setAdding(undefined)} />}
      {removing !== undefined && (
        <Confirm
          open
          title={removing.installed === undefined ? `Stop ${removing.id}?` : `Remove ${removing.id}?`}
          about={
            removing.installed === undefined
              ? 'The partial download is kept. If you add the model again, the download continues from there.'
              : `This frees up to ${bytesText(removing.installed.bytes)}. Files that another model needs, and your own files outside the data folder, are kept.`
          }
          action={removing.installed === undefined ? 'Stop download' : 'Remove model'}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Panel>
  )
}

const firstOf = ({ available }: ListLocalModelsAnswer): AvailableModel | undefined =>
  available.find(({ recommended }) => recommended)

/** The first minute has passed with the built-in illustrator: this is what the machine can do beyond it. */
function Offer({ of: { title, about, name }, onAdd }: { of: AvailableModel; onAdd: () => void }) {
  return (
    <div className="model-offer">
      <div>
        <strong>Add a neural model</strong>
        <p>
          {title} runs on this machine: {about}.
        </p>
      </div>
      <Button kind="primary" onClick={onAdd}>
        Add {name}
      </Button>
    </div>
  )
}

/** What is here first, then what is on its way, then what can run here, then the rest of the list. */
function linesOf({ available, installed, downloads }: ListLocalModelsAnswer): Line[] {
  const lines = new Map<string, Line>()
  const line = (id: string): Line => lines.get(id) ?? { id }
  for (const each of installed) lines.set(each.id, { ...line(each.id), installed: each })
  for (const each of downloads) lines.set(each.id, { ...line(each.id), download: each })
  // The table begins with what the offer above it names.
  const rank = ({ recommended, runnable }: AvailableModel): number => Number(recommended) * 2 + Number(runnable)
  const bestFirst = available.toSorted((one, other) => rank(other) - rank(one))
  for (const each of bestFirst) lines.set(each.name, { ...line(each.name), available: each })
  return [...lines.values()]
}

function columnsOf(onAdd: (model: AvailableModel) => void, onRemove: (line: Line) => void): Column<Line>[] {
  return [
    {
      name: 'Model',
      show: ({ id, available, installed }) => (
        <span className="two-lines">
          <span className="model-name">{id}</span>
          <small>{available === undefined ? (installed?.title ?? '') : `${available.title}: ${available.about}`}</small>
          {available?.runnable === false && installed === undefined && (
            <small className="not-yet">Does not run yet: {available.whyNot}.</small>
          )}
        </span>
      ),
    },
    {
      name: 'Licence',
      show: ({ available, installed }) =>
        available === undefined ? (
          (installed?.licence ?? '–')
        ) : (
          <a href={available.licenceUrl} target="_blank" rel="noreferrer">
            {available.licence}
          </a>
        ),
    },
    {
      name: 'Disk',
      numeric: true,
      show: ({ available, installed }) => {
        const bytes = installed?.bytes ?? available?.bytes ?? null
        return bytes === null ? 'unknown' : bytesText(bytes)
      },
    },
    {
      name: 'Memory',
      numeric: true,
      show: ({ available }) => bytesOf(available?.memoryBytes),
    },
    { name: 'Time per run', show: hereOf },
    {
      name: 'Actions',
      nameUnseen: true,
      numeric: true,
      show: (line) => <Actions of={line} onAdd={onAdd} onRemove={() => onRemove(line)} />,
    },
  ]
}

function hereOf({ id, available, installed, download }: Line): ReactNode {
  if (installed !== undefined) return <Kept of={installed} id={id} available={available} />
  if (download !== undefined) return <Arriving of={download} />
  if (available?.runnable !== true) return null
  const { pictureSeconds: seconds, fits } = available.estimate
  return (
    <span className="two-lines">
      <span>{seconds === null ? 'not measured' : `about ${roughDurationText(seconds.most)}`}</span>
      {fits === false && <small>Needs more memory than this machine has.</small>}
    </span>
  )
}

/** How much it is; nothing where nobody knows. */
function bytesOf(bytes: number | null | undefined): string | undefined {
  return typeof bytes === 'number' ? bytesText(bytes) : undefined
}

type KeptProps = { of: Installed; id: string; available: AvailableModel | undefined }

function Kept({ of: { missing }, id, available }: KeptProps) {
  const isWhole = missing.length === 0
  const isRunnable = available?.runnable !== false
  return (
    <span className="two-lines">
      <span>
        {!isWhole && <State kind="bad">Files missing</State>}
        {isWhole && <State kind={isRunnable ? 'good' : 'warn'}>{isRunnable ? 'Ready' : 'Cannot run yet'}</State>}
      </span>
      <small>
        {isWhole ? (available?.whyNot ?? available?.estimate.picture) : `Add ${id} again to download them.`}
      </small>
    </span>
  )
}

function Arriving({ of }: { of: Download }) {
  const { id, state, bytes, totalBytes, bytesPerSecond, secondsLeft, error } = of
  const percent = totalBytes === null || totalBytes === 0 ? 0 : Math.floor((100 * bytes) / totalBytes)
  const parts = [
    totalBytes === null ? bytesText(bytes) : `${bytesText(bytes)} of ${bytesText(totalBytes)}`,
    state === 'running' && bytesPerSecond !== null ? `${bytesText(bytesPerSecond)}/s` : '',
    state === 'running' && secondsLeft !== null ? `${durationText(secondsLeft)} left` : '',
  ]
  return (
    <span className="two-lines">
      {state === 'running' ? (
        <ProgressBar label={`Download of ${id}`} percent={percent} />
      ) : (
        <span>
          <State kind={state === 'failed' ? 'bad' : 'warn'}>{state === 'failed' ? 'Failed' : 'Interrupted'}</State>
        </span>
      )}
      <small>{parts.filter((part) => part !== '').join(' · ')}</small>
      {error !== null && <small>{error}</small>}
    </span>
  )
}

type ActionsProps = { of: Line; onAdd: (model: AvailableModel) => void; onRemove: () => void }

function Actions({ of: { id, available, installed, download }, onAdd, onRemove }: ActionsProps) {
  const isRunning = download?.state === 'running'
  const isWanted = installed === undefined || installed.missing.length > 0
  const word = download !== undefined ? 'Continue' : available?.runnable === false ? 'Download only' : 'Add'
  return (
    <span className="row-actions">
      {available !== undefined && isWanted && !isRunning && (
        <Button
          size="small"
          className={word === 'Download only' ? 'download-only' : ''}
          aria-label={`${word} ${id}`}
          onClick={() => onAdd(available)}
        >
          {word}
        </Button>
      )}
      {(installed !== undefined || isRunning) && (
        <Button size="small" aria-label={isRunning ? `Stop ${id}` : `Remove ${id}`} onClick={onRemove}>
          {isRunning ? 'Stop' : 'Remove'}
        </Button>
      )}
    </span>
  )
}
