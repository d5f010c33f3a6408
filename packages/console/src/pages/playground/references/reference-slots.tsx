import { ArrowLeftRight, Brush, History, ImagePlus, X } from '../../../look/icons.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../../parts/controls/button.tsx'
import { Select } from '../../../parts/controls/select.tsx'
import { toast } from '../../../parts/overlays/toast.tsx'
import { fileAddressHere } from '../../../data/file-address.ts'
import type { Choices } from '../form/choices.ts'
import { editForm, formStore, type Reference, type Role } from '../form/form.ts'
import { carriesPicture, droppedResult } from './dragged-result.ts'
import { readPictures, referenceTo } from './read-picture.ts'
import { roleName, rolesOf, withMask, withRole } from './roles.ts'

const HistoryDialog = lazy(async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog }))
const MaskDialog = lazy(async () => ({ default: (await import('./mask-dialog.tsx')).MaskDialog }))

/** Reference images, each with what it means to the model: dropped, pasted, chosen, or taken from what was made. */
export function ReferenceSlots({ choices }: { choices: Choices }) {
  const { roles, maxReferences } = choices
  const { references, lost } = formStore.use()
  const [isDragging, setDragging] = useState(false)
  const [isLooking, setLooking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useGiven(
    {
      files: (files) => void addFiles(files, maxReferences),
      result: (url) => add([referenceTo(url)], maxReferences),
    },
    setDragging,
  )
  if (maxReferences === 0) return null
  const shown = references.slice(0, maxReferences)
  const isOrdered = roles[0] === 'first_frame' && roles[1] === 'last_frame' && maxReferences > 1
  const shownRoles = rolesOf(shown, choices, maxReferences)
  // Frames have two places from the start; elsewhere there is one more than there are pictures.
  const places = Math.min(maxReferences, Math.max(shown.length + 1, isOrdered ? 2 : 1))
  return (
    <fieldset className={`references ${isDragging ? 'dragging' : ''}`}>
      <legend>Reference images</legend>
      <ul className="reference-list">
        {Array.from({ length: places }, (_, index) => {
          const reference = shown[index]
          const role = shownRoles[index] ?? 'reference'
          return reference === undefined ? (
            <li key={`empty-${index}`}>
              <button
                type="button"
                className="reference-empty"
                disabled={index > shown.length}
                onClick={() => input.current?.click()}
              >
                <ImagePlus aria-hidden />
                <span>{role === 'reference' ? 'Add images' : roleName(role)}</span>
              </button>
            </li>
          ) : (
            <FilledSlot key={reference.id} reference={reference} role={role} choices={choices} />
          )
        })}
      </ul>
      <div className="reference-tools">
        <Button kind="quiet" size="small" onClick={() => setLooking(true)} disabled={shown.length >= maxReferences}>
          <History />
          From history
        </Button>
        {isOrdered && shown.length === 2 && (
          <Button kind="quiet" size="small" onClick={() => editForm({ references: swapped(shown, shownRoles) })}>
            <ArrowLeftRight />
            Swap
          </Button>
        )}
        {shown.length < maxReferences && shown.length < 2 && (
          <span className="field-hint">Drop, paste or choose{maxReferences > 1 && ` up to ${maxReferences}`}</span>
        )}
      </div>
      {lost > 0 && <p className="field-problem">{lostText(lost)}</p>}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        aria-label="Choose pictures"
        onChange={({ target }) => {
          void addFiles([...(target.files ?? [])], maxReferences)
          target.value = ''
        }}
      />
      {isLooking && (
        <Suspense>
          <HistoryDialog
            onClose={() => setLooking(false)}
            onChoose={(chosen) => {
              setLooking(false)
              add([chosen], maxReferences)
            }}
          />
        </Suspense>
      )}
    </fieldset>
  )
}

type FilledSlotProps = { reference: Reference; role: string; choices: Choices }

function FilledSlot({ reference, role, choices }: FilledSlotProps) {
  const { references } = formStore.use()
  const [isPainting, setPainting] = useState(false)
  const { id, name, url } = reference
  const mask = choices.takesMask ? reference.mask : undefined
  const hasChoice = choices.namedRoles.length > 1
  return (
    <li className="reference-slot">
      <div className="reference-filled">
        <img src={fileAddressHere(url)} alt={`${roleName(role)}: ${name}`} />
        {mask !== undefined && <img className="reference-mask" src={mask} alt="Mask" />}
        {!hasChoice && <span className="reference-role">{roleName(role)}</span>}
        <IconButton
          label={`Remove ${roleName(role)}: ${name}`}
          size="small"
          onClick={() => editForm({ references: references.filter((each) => each.id !== id) })}
        >
          <X />
        </IconButton>
      </div>
      {hasChoice && (
        <Select
          aria-label={`Role of ${name}`}
          value={role}
          onChange={({ target }) => editForm({ references: withRole(references, id, target.value as Role, choices) })}
        >
          {choices.namedRoles.map((each) => (
            <option key={each} value={each}>
              {roleName(each)}
            </option>
          ))}
        </Select>
      )}
      {choices.takesMask && (
        <Button
          size="small"
          wide
          aria-label={`${mask === undefined ? 'Paint' : 'Edit'} mask for ${name}`}
          onClick={() => setPainting(true)}
        >
          <Brush />
          {mask === undefined ? 'Paint mask' : 'Edit mask'}
        </Button>
      )}
      {isPainting && (
        <Suspense>
          <MaskDialog
            of={reference}
            onClose={() => setPainting(false)}
            onSave={(painted) => {
              setPainting(false)
              editForm({ references: withMask(references, id, painted, choices) })
            }}
          />
        </Suspense>
      )}
    </li>
  )
}

/** First frame and last frame change places; their order says it again. */
function swapped(references: readonly Reference[], roles: readonly string[]): Reference[] {
  const bare = references.map(({ role: _role, ...each }) => each)
  return roles[0] === 'first_frame' ? bare.toReversed() : bare
}

async function addFiles(files: readonly File[], most: number): Promise<void> {
  if (most === 0) return toast('This model does not accept reference images.', 'bad')
  const { pictures, others } = await readPictures(files)
  if (others > 0) toast('Reference images must be PNG, JPEG, WebP, GIF or AVIF.', 'bad')
  add(pictures, most)
}

/** Puts pictures into the free places. */
export function add(pictures: readonly Reference[], most: number): void {
  if (pictures.length === 0) return
  const { references } = formStore.get()
  const all = [...references.slice(0, most), ...pictures]
  if (all.length > most)
    toast(
      most === 1 ? 'This model accepts one reference image.' : `This model accepts at most ${most} reference images.`,
      'bad',
    )
  editForm({ references: all.slice(0, most), lost: 0 })
}

type Take = { files: (files: File[]) => void; result: (url: string) => void }

/**
 * Files and results that are pasted or dropped, wherever on the page that is. One that misses its mark would otherwise be
 * opened by the browser in place of the page.
 */
function useGiven(take: Take, onDrag: (isDragging: boolean) => void): void {
  const latest = useRef({ take, onDrag })
  useEffect(() => void (latest.current = { take, onDrag }))
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const given = (event: Event, of: DataTransfer | null): void => {
      latest.current.onDrag(false)
      const result = droppedResult(of)
      const files = [...(of?.files ?? [])]
      if (result === undefined && files.length === 0) return
      event.preventDefault()
      if (result === undefined) latest.current.take.files(files)
      else latest.current.take.result(result)
    }
    addEventListener('paste', (event) => given(event, event.clipboardData), { signal })
    addEventListener('drop', (event) => given(event, event.dataTransfer), { signal })
    addEventListener(
      'dragover',
      (event) => {
        if (event.dataTransfer === null || !carriesPicture(event.dataTransfer)) return
        event.preventDefault()
        latest.current.onDrag(true)
      },
      { signal },
    )
    // Without a next element the pointer has left the window.
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && latest.current.onDrag(false), {
      signal,
    })
    return () => leaving.abort()
  }, [])
}

function lostText(lost: number): string {
  return lost === 1
    ? 'One picture was too large to keep across the reload. Choose it again.'
    : `${lost} pictures were too large to keep across the reload. Choose them again.`
}
