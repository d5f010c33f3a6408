import { Dialog } from '@base-ui/react/dialog'
import type { ListedTask } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, X } from '../../look/icons.ts'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { downloadName } from '../../data/download-name.ts'
import { useStar } from '../../data/collections.ts'
import { fileAddressHere } from '../../data/file-address.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { IconButton } from '../../parts/controls/button.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { PortalPlace } from '../../parts/overlays/portal-place.ts'
import type { TaskActions } from '../../tasks/task-actions.ts'
import { isVideo } from '../../tasks/thumb.tsx'
import { LightboxDetails } from './lightbox-details.tsx'
import { LightboxTools, ZOOMS } from './lightbox-tools.tsx'
import { ZoomStage, type Shown } from './zoom-stage.tsx'
import './lightbox.css'

// How close to the end of what is known further results are asked for.
const NEAR_END = 10

type LightboxProps = {
  id: string
  /** Among which arrow keys go. */
  tasks: readonly ListedTask[]
  actions: TaskActions
  onGo: (id: string) => void
  onNearEnd: () => void
  onClose: () => void
}

/** One result, large. Arrow keys go to the next one, + and - zoom, Escape closes. */
export function Lightbox({ id, tasks, actions, onGo, onNearEnd, onClose }: LightboxProps) {
  const { receipt, at, previous, next, prompt, outputs, created } = useResult(id, tasks)
  const star = useStar(id, created)
  const { zoom, output, setZoom, setOutput } = useView(id)
  const box = useRef<HTMLDivElement>(null)
  const canDelete = receipt.data !== undefined && actions.canDelete(receipt.data)
  const shown: Shown | undefined = outputs[output] ?? tasks[at]?.first_output ?? undefined
  useNearEnd(at !== -1 && at + NEAR_END >= tasks.length, tasks.length, onNearEnd)
  const go = (to: ListedTask | undefined): void => {
    if (to !== undefined) onGo(to.id)
  }
  const deletes = (): void => {
    if (next === undefined && previous === undefined) onClose()
    else go(next ?? previous)
    void actions.remove([id])
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(previous),
    ArrowRight: () => go(next),
    '+': () => setZoom(zoom + 1),
    '=': () => setZoom(zoom + 1),
    '-': () => setZoom(zoom - 1),
    '0': () => setZoom(0),
    f: star.toggle,
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={box}
          className="lightbox"
          // To the picture that was looked at last, which need not be the one that was opened.
          finalFocus={() => document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] button`) ?? true}
          onKeyDown={(event) => pressed(event, keys)}
        >
          <Dialog.Title className="unseen">Result</Dialog.Title>
          <div className="lightbox-bar">
            <span className="lightbox-count">{at === -1 ? '' : `${at + 1} / ${tasks.length}`}</span>
            {shown !== undefined && (
              <PortalPlace value={box}>
                <LightboxTools
                  task={created === undefined ? undefined : { id, created }}
                  shown={shown}
                  saveAs={downloadName({ id, prompt }, shown.url)}
                  zoom={zoom}
                  onZoom={setZoom}
                  star={star}
                  onDelete={canDelete ? deletes : undefined}
                />
              </PortalPlace>
            )}
            <Dialog.Close
              render={
                <IconButton label="Close">
                  <X />
                </IconButton>
              }
            />
          </div>
          <div className="lightbox-stage">
            {shown === undefined && receipt.error !== null && (
              <ErrorState error={receipt.error} title="This result cannot be shown" />
            )}
            {shown !== undefined && (
              <ZoomStage
                shown={shown}
                prompt={prompt}
                factor={ZOOMS[zoom] ?? 1}
                onToggle={() => setZoom(zoom === 0 ? 2 : 0)}
              />
            )}
            <Step label="Previous result" side="before" to={previous} onGo={go} />
            <Step label="Next result" side="after" to={next} onGo={go} />
          </div>
          <LightboxDetails
            id={id}
            prompt={prompt}
            receipt={receipt.data}
            output={output}
            outputs={outputs}
            onOutput={setOutput}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** How a result is looked at; another one is looked at from the beginning. */
function useView(id: string) {
  const [view, setView] = useState({ id, zoom: 0, output: 0 })
  const { zoom, output } = view.id === id ? view : { zoom: 0, output: 0 }
  return {
    zoom,
    output,
    setZoom: (to: number) => setView({ id, output, zoom: Math.max(0, Math.min(ZOOMS.length - 1, to)) }),
    setOutput: (to: number) => setView({ id, output: to, zoom: 0 }),
  }
}

/** All that is known of one result, and which come before and after it. */
function useResult(id: string, tasks: readonly ListedTask[]) {
  const client = useClient()
  const receipt = useQuery({
    queryKey: queryKeys.task(id),
    queryFn: ({ signal }) => client.tasks.get(id, { signal }),
  })
  const at = tasks.findIndex((task) => task.id === id)
  const previous = at > 0 ? tasks[at - 1] : undefined
  const next = at === -1 ? undefined : tasks[at + 1]
  useNeighbours([previous, next])
  const prompt = receipt.data?.prompt ?? tasks[at]?.prompt ?? ''
  const outputs = receipt.data?.files.filter(({ role, url }) => role === 'output' && url !== null) ?? []
  const created = receipt.data?.created ?? tasks[at]?.created
  return { receipt, at, previous, next, prompt, outputs, created }
}

type StepProps = {
  label: string
  side: 'before' | 'after'
  to: ListedTask | undefined
  onGo: (to: ListedTask | undefined) => void
}

function Step({ label, side, to, onGo }: StepProps) {
  return (
    <IconButton label={label} className={`lightbox-step ${side}`} disabled={to === undefined} onClick={() => onGo(to)}>
      {side === 'before' ? <ChevronLeft /> : <ChevronRight />}
    </IconButton>
  )
}

function pressed(event: KeyboardEvent, keys: Readonly<Record<string, () => void>>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  // Those who wind a video, or move what is enlarged, mean something else.
  const isOwn = event.target instanceof Element && event.target.matches('video, .stage-scroll.zoomed')
  const work = isOwn && event.key.startsWith('Arrow') ? undefined : keys[event.key]
  if (work === undefined) return
  event.preventDefault()
  work()
}

/** Asks for further results while the last known one is near. */
function useNearEnd(isNear: boolean, count: number, onNear: () => void): void {
  const latest = useRef(onNear)
  useEffect(() => void (latest.current = onNear))
  useEffect(() => {
    if (isNear) latest.current()
  }, [isNear, count])
}

/** Fetches what the arrow keys would show, so that it is there at once. */
function useNeighbours(neighbours: readonly (ListedTask | undefined)[]): void {
  const addresses = neighbours
    .flatMap((task) =>
      task?.first_output && !isVideo(task.first_output) ? [fileAddressHere(task.first_output.url)] : [],
    )
    .join(' ')
  useEffect(() => {
    for (const address of addresses.split(' ')) if (address !== '') new Image().src = address
  }, [addresses])
}
