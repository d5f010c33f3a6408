import type { Model, Receipt, ReceiptFile } from '@mediagen/client'
import {
  Clapperboard,
  Code,
  Dices,
  Download,
  Link as LinkIcon,
  Lock,
  PencilLine,
  ReceiptText,
  RotateCcw,
  Scaling,
  Scissors,
} from '../../../look/icons.ts'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { Button, buttonClass, IconButton } from '../../../parts/controls/button.tsx'
import { toast } from '../../../parts/overlays/toast.tsx'
import { copyText } from '../../../parts/words/copy-button.tsx'
import { useCaller } from '../../../data/caller.ts'
import { downloadName } from '../../../data/download-name.ts'
import { fileAddressHere } from '../../../data/file-address.ts'
import { useModels } from '../../../data/models.ts'
import { useClient } from '../../../data/session.tsx'
import { editForm } from '../form/form.ts'
import { costWords } from '../form/model-picker.tsx'
import { putIntoForm, useVary } from './again.ts'
import { startRun, type Ask } from './runs.ts'
import { referenceTo } from '../references/read-picture.ts'
import { pictureOf, stepperOf, takerOf, workFrom } from './work-from.ts'

const CodeDialog = lazy(async () => ({ default: (await import('../code/code-dialog.tsx')).CodeDialog }))

type ResultActionsProps = { task: Receipt; output: ReceiptFile | undefined; ask: Ask }

/** What can be done with a result; and, quieter, with the request that made it. */
export function ResultActions({ task, output, ask }: ResultActionsProps) {
  const [showsCode, setShowsCode] = useState(false)
  const address = output?.url ?? undefined
  const seed = task.effective?.seed
  return (
    <div className="result-actions">
      {task.status === 'success' && address !== undefined && <WithResult task={task} address={address} ask={ask} />}
      <div className="result-icons">
        {address !== undefined && (
          <IconButton size="small" label="Copy URL" onClick={() => void copyAddress(address)}>
            <LinkIcon />
            <IconWord>URL</IconWord>
          </IconButton>
        )}
        <IconButton size="small" label="Show as code" onClick={() => setShowsCode(true)}>
          <Code />
          <IconWord>Code</IconWord>
        </IconButton>
        {typeof seed === 'number' && task.status === 'success' && (
          <IconButton size="small" label="Lock this seed" onClick={() => editForm({ seed: String(seed) })}>
            <Lock />
            <IconWord>Seed</IconWord>
          </IconButton>
        )}
        <IconButton size="small" label="Reuse this request" onClick={() => putIntoForm(ask.wish)}>
          <RotateCcw />
          <IconWord>Reuse</IconWord>
        </IconButton>
        <Link
          className={`${buttonClass({ kind: 'quiet', size: 'small' })} icon-button`}
          href={`/tasks/${task.id}`}
          aria-label="Task details"
          title="Task details"
        >
          <ReceiptText />
          <IconWord>Details</IconWord>
        </Link>
      </div>
      {showsCode && (
        <Suspense>
          <CodeDialog wish={ask.wish} onClose={() => setShowsCode(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** What an icon means, in a word: a finger gets no tooltip. */
function IconWord({ children }: { children: string }) {
  return (
    <small className="icon-word" aria-hidden>
      {children}
    </small>
  )
}

/** Each only where the key may do it, and a model takes the picture. */
function WithResult({ task, address, ask }: { task: Receipt; address: string; ask: Ask }) {
  const { may } = useCaller()
  const { data: models = [] } = useModels()
  const { title, vary } = useVary(ask)
  const picture = pictureOf(task)
  const editor = takerOf(models, 'image', task.model)
  const animator = takerOf(models, 'video', task.model)
  return (
    <>
      <a
        className={buttonClass({ size: 'small' })}
        href={fileAddressHere(address)}
        download={downloadName(task, address)}
      >
        <Download />
        Download
      </a>
      {picture !== undefined && editor !== undefined && may('images:write') && (
        <Button
          size="small"
          title="Use this image as a reference and describe the change"
          onClick={() => workFrom(picture, { kind: 'image', model: editor })}
        >
          <PencilLine />
          Edit
        </Button>
      )}
      {may(`${task.kind}s:write`) && (
        <Button size="small" title={title} onClick={vary}>
          <Dices />
          Vary
        </Button>
      )}
      {task.kind === 'image' && picture !== undefined && animator !== undefined && may('videos:write') && (
        <Button
          size="small"
          title="Create a clip that starts with this image"
          onClick={() => workFrom(picture, { kind: 'video', model: animator })}
        >
          <Clapperboard />
          Animate
        </Button>
      )}
      {task.kind === 'image' && may('images:write') && <Steps models={models} task={task} address={address} />}
    </>
  )
}

const STEPS = [
  { does: 'upscale', label: 'Upscale', title: 'Enlarge this image', icon: <Scaling /> },
  { does: 'cutout', label: 'Cut out', title: 'Remove the background', icon: <Scissors /> },
] as const

/** What another model does to the picture in one click: each only where there is such a model. */
function Steps({ models, task, address }: { models: readonly Model[]; task: Receipt; address: string }) {
  const client = useClient()
  return STEPS.map(({ does, label, title, icon }) => {
    const model = stepperOf(models, does)
    if (model === undefined) return null
    const wish = { kind: 'image' as const, model: model.id, prompt: task.prompt, references: [referenceTo(address)] }
    return (
      <Button
        key={does}
        size="small"
        title={[`${title} with ${model.id}`, ...costWords(model)].join(' · ')}
        onClick={() => void startRun(client, [wish])}
      >
        {icon}
        {label}
      </Button>
    )
  })
}

async function copyAddress(address: string): Promise<void> {
  if (await copyText(address)) toast('URL copied to the clipboard.')
}
