import type { Receipt, ReceiptFile } from '@mediagen/client'
import {
  Code,
  Dices,
  Download,
  ImagePlus,
  Link as LinkIcon,
  Lock,
  PencilLine,
  ReceiptText,
} from '../../../look/icons.ts'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { buttonClass, IconButton } from '../../../parts/controls/button.tsx'
import { toast } from '../../../parts/overlays/toast.tsx'
import { copyText } from '../../../parts/words/copy-button.tsx'
import { fileAddressHere } from '../../../data/file-address.ts'
import { editForm, formStore } from '../form/form.ts'
import { newReference } from '../references/read-picture.ts'
import { putIntoForm, useNewSeed } from './again.ts'
import type { Ask } from './runs.ts'

const CodeDialog = lazy(async () => ({ default: (await import('../code/code-dialog.tsx')).CodeDialog }))

type ResultActionsProps = { task: Receipt; output: ReceiptFile | undefined; ask: Ask }

/** What can be done with a result, and with the request that made it. */
export function ResultActions({ task, output, ask }: ResultActionsProps) {
  const [showsCode, setShowsCode] = useState(false)
  const newSeed = useNewSeed(ask)
  const address = output?.url ?? undefined
  const picture = task.kind === 'image' ? address : (task.files.find(({ role }) => role === 'cover')?.url ?? undefined)
  const seed = task.effective?.seed
  return (
    <div className="result-actions">
      {address !== undefined && (
        <>
          <a
            className={`${buttonClass({ kind: 'quiet', size: 'small' })} icon-button`}
            href={fileAddressHere(address)}
            download
            aria-label="Download"
            title="Download"
          >
            <Download />
          </a>
          <IconButton size="small" label="Copy address" onClick={() => void copyAddress(address)}>
            <LinkIcon />
          </IconButton>
        </>
      )}
      {picture !== undefined && (
        <IconButton size="small" label="Use as reference" onClick={() => workFrom(picture)}>
          <ImagePlus />
        </IconButton>
      )}
      <IconButton size="small" label="Show as code" onClick={() => setShowsCode(true)}>
        <Code />
      </IconButton>
      {typeof seed === 'number' && task.status === 'success' && (
        <IconButton size="small" label="Lock this seed" onClick={() => editForm({ seed: String(seed) })}>
          <Lock />
        </IconButton>
      )}
      {task.status === 'success' && (
        <IconButton size="small" label="Again with a new seed" onClick={newSeed}>
          <Dices />
        </IconButton>
      )}
      <IconButton size="small" label="Put into the form" onClick={() => putIntoForm(ask.wish)}>
        <PencilLine />
      </IconButton>
      <Link
        className={`${buttonClass({ kind: 'quiet', size: 'small' })} icon-button`}
        href={`/tasks/${task.id}`}
        aria-label="All about this task"
        title="All about this task"
      >
        <ReceiptText />
      </Link>
      {showsCode && (
        <Suspense>
          <CodeDialog wish={ask.wish} onClose={() => setShowsCode(false)} />
        </Suspense>
      )}
    </div>
  )
}

async function copyAddress(address: string): Promise<void> {
  if (await copyText(address)) toast('The address is on the clipboard.')
}

function workFrom(url: string): void {
  const { references } = formStore.get()
  const name = new URL(url).pathname.split('/').at(-1) ?? 'picture'
  editForm({ references: [...references, newReference(name, url)] })
  toast('It is among the pictures to work from.')
}
