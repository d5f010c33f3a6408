import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { errorText } from '../../parts/states/error-state.tsx'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'

export function PauseDialog({ of, onClose }: { of: string; onClose: () => void }) {
  const client = useClient()
  const queries = useQueryClient()
  const pause = useMutation({
    mutationFn: (reason: string) => client.admin.pauseEngine(of, reason),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.system })
      toast(`${of} is paused and does not start new tasks.`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Pause ${of}`}
      about="The engine starts no new tasks until you resume it, even after a restart. Running tasks continue, queued tasks stay queued, and synchronous image requests are refused."
      label="Reason"
      hint="for other operators"
      maxLength={500}
      submit="Pause"
      isBusy={pause.isPending}
      problem={pause.error === null ? undefined : errorText(pause.error)}
      onClose={onClose}
      onSubmit={(reason) => {
        if (reason === '') return 'Enter a reason for the other operators.'
        pause.mutate(reason)
        return undefined
      }}
    />
  )
}
