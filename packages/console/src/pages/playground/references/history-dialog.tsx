import { useQuery } from '@tanstack/react-query'
import { Images } from '../../../look/icons.ts'
import { Dialog } from '../../../parts/overlays/dialog.tsx'
import { EmptyState } from '../../../parts/states/empty-state.tsx'
import { ErrorState } from '../../../parts/states/error-state.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { fileAddressHere } from '../../../data/file-address.ts'
import { queryKeys } from '../../../data/query-keys.ts'
import { useClient } from '../../../data/session.tsx'
import type { Reference } from '../form/form.ts'
import { referenceTo } from './read-picture.ts'

const SHOWN = 24

type HistoryDialogProps = { onClose: () => void; onChoose: (reference: Reference) => void }

/** The latest pictures, to choose one from. */
export function HistoryDialog({ onClose, onChoose }: HistoryDialogProps) {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.taskList({ kind: 'image', status: 'success', limit: SHOWN }),
    queryFn: async ({ signal }) =>
      (await client.tasks.list({ kind: 'image', status: 'success', limit: SHOWN }, { signal })).data,
  })
  const pictures = (data ?? []).flatMap(({ id, prompt, first_output: file }) =>
    file === null ? [] : [{ id, prompt, file }],
  )
  return (
    <Dialog title="From history" about="Choose a reference image." open onClose={onClose} wide>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton height={240} />}
      {data !== undefined && pictures.length === 0 && (
        <EmptyState icon={<Images />} title="Nothing yet">
          Images that you create appear here.
        </EmptyState>
      )}
      <ul className="history-grid">
        {pictures.map(({ id, prompt, file }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(referenceTo(file.url))}>
              <img src={fileAddressHere(file.thumbnail_url ?? file.url)} alt={prompt} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
