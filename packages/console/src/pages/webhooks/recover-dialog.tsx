import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { errorText } from '../../parts/states/error-state.tsx'
import { localText } from '../../parts/words/local-text.ts'
import { nowSeconds } from '../../parts/words/now.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'

// Who has missed more than this is told so much; all of it is sent all the same.
const COUNTED_UP_TO = 1_000

/** Sends again all that has not arrived since a time, after it has said how much that is. */
export function RecoverDialog({ onClose }: { onClose: () => void }) {
  const client = useClient()
  const queries = useQueryClient()
  const [text, setText] = useState(() => localText(nowSeconds() - 86_400))
  const since = new Date(text)
  const isTime = !Number.isNaN(since.getTime())
  const count = useQuery({
    queryKey: [...queryKeys.webhooks, 'missed', text],
    enabled: isTime,
    // What was counted before the last recovery, or while it began, is no count for the next one.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      let missed = 0
      const filter = { status: 'dead,pending', from: since.toISOString(), limit: 100 }
      for await (const _each of client.webhooks.list(filter, { signal })) if (++missed >= COUNTED_UP_TO) break
      return missed
    },
  })
  const recover = useMutation({
    mutationFn: () => client.webhooks.redeliver(since),
    onSuccess: ({ redelivered }) => {
      void queries.invalidateQueries({ queryKey: queryKeys.webhooks })
      toast(redelivered === 1 ? 'Resending one webhook.' : `Resending ${redelivered} webhooks.`)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Resend failed webhooks"
      about="Resends every webhook since that time that has not been delivered, including those waiting for their next attempt. Use this after a receiver outage."
      label="Since"
      hint="your local time"
      type="datetime-local"
      initial={text}
      onChange={setText}
      submit={count.data === undefined ? 'Counting…' : `Resend ${amount(count.data)}`}
      isBusy={recover.isPending || !isTime || count.data === undefined || count.data === 0}
      problem={recover.error !== null ? errorText(recover.error) : isTime ? undefined : 'Choose a date and time.'}
      onClose={onClose}
      onSubmit={() => {
        recover.mutate()
        return undefined
      }}
    >
      <p className="recover-count" role="status">
        {count.data === undefined
          ? ' '
          : count.data === 0
            ? 'All webhooks were delivered.'
            : `${amount(count.data)} not delivered.`}
      </p>
    </FormDialog>
  )
}

function amount(count: number): string {
  return count >= COUNTED_UP_TO ? `${COUNTED_UP_TO.toLocaleString('en-US')} or more` : count.toLocaleString('en-US')
}
