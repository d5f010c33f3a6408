import type { ManagedKey } from '@mediagen/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Field } from '../../parts/controls/field.tsx'
import { Select } from '../../parts/controls/select.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { errorText } from '../../parts/states/error-state.tsx'
import { queryKeys } from '../../data/query-keys.ts'
import { useManagedKeys } from '../../data/projects.ts'

const OVERLAPS = [
  { seconds: 0, words: 'No time (the old key has leaked)' },
  { seconds: 3_600, words: '1 hour' },
  { seconds: 86_400, words: '1 day' },
  { seconds: 7 * 86_400, words: '1 week' },
  { seconds: 30 * 86_400, words: '30 days' },
] as const

type RotateDialogProps = { of: ManagedKey; onClose: () => void; onRotated: (text: string) => void }

export function RotateDialog({ of, onClose, onRotated }: RotateDialogProps) {
  const keys = useManagedKeys()
  const queries = useQueryClient()
  const [overlapSeconds, setOverlap] = useState(86_400)
  const rotate = useMutation({
    mutationFn: () => keys.rotate(of.id, { overlapSeconds }),
    onSuccess: ({ key }) => {
      void queries.invalidateQueries({ queryKey: queryKeys.keys })
      void queries.invalidateQueries({ queryKey: ['audit'] })
      onRotated(key)
    },
  })
  return (
    <Dialog
      open
      title={`Rotate ${of.name}`}
      about="Replaces the key with a new one. Its tasks, limits and webhooks stay the same. The old key works until the overlap ends."
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={rotate.isPending} onClick={() => rotate.mutate()}>
            Rotate
          </Button>
        </>
      }
    >
      <Field label="The old key works for" problem={rotate.error === null ? undefined : errorText(rotate.error)}>
        {(wired) => (
          <Select {...wired} value={overlapSeconds} onChange={(event) => setOverlap(Number(event.target.value))}>
            {OVERLAPS.map(({ seconds, words }) => (
              <option key={seconds} value={seconds}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Dialog>
  )
}
