import type { Receipt } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { Dialog } from '../../../parts/overlays/dialog.tsx'
import { EmptyState } from '../../../parts/states/empty-state.tsx'
import { ErrorState } from '../../../parts/states/error-state.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { fileAddressHere } from '../../../data/file-address.ts'
import { useClient } from '../../../data/session.tsx'
import type { Reference } from '../form/form.ts'
import { newReference } from './read-picture.ts'

const SHOWN = 24

type HistoryDialogProps = { onClose: () => void; onChoose: (reference: Reference) => void }

/** The latest pictures, and covers of clips, to choose one from. */
export function HistoryDialog({ onClose, onChoose }: HistoryDialogProps) {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['tasks', 'latest-pictures'],
    queryFn: async ({ signal }) => {
      const { data: latest } = await client.tasks.list({ status: 'success', limit: SHOWN }, { signal })
      return Promise.all(latest.map(({ id }) => client.tasks.get(id, { signal })))
    },
  })
  const pictures = (data ?? []).flatMap(pictureOf)
  return (
    <Dialog title="From history" about="Choose a picture to work from." open onClose={onClose} wide>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton height={240} />}
      {data !== undefined && pictures.length === 0 && (
        <EmptyState icon={<Images />} title="Nothing yet">
          Make a picture first; it can be chosen here afterwards.
        </EmptyState>
      )}
      <ul className="history-grid">
        {pictures.map(({ url, prompt, id }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(newReference(nameOf(url), url))}>
              <img src={fileAddressHere(url)} alt={prompt} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function pictureOf({ id, kind, prompt, files }: Receipt): { id: string; url: string; prompt: string }[] {
  const file = files.find(({ role }) => role === (kind === 'image' ? 'output' : 'cover'))
  return file?.url === undefined || file.url === null ? [] : [{ id, url: file.url, prompt }]
}

export function nameOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? 'picture'
}
