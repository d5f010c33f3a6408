import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Field } from '../../parts/controls/field.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
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
    <Dialog
      open
      title="Resend failed"
      about="Resends every webhook since that time that has not arrived, including those that wait for their next attempt. Use it after an outage of your receiver."
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            disabled={recover.isPending || !isTime || count.data === undefined || count.data === 0}
            onClick={() => recover.mutate()}
          >
            {count.data === undefined ? 'Counting…' : `Resend ${amount(count.data)}`}
          </Button>
        </>
      }
    >
      <Field
        label="Since"
        hint="your time"
        problem={recover.error !== null ? errorText(recover.error) : isTime ? undefined : 'Choose a day and an hour.'}
      >
        {(wired) => (
          <input
            {...wired}
            className="input"
            type="datetime-local"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <p className="recover-count" role="status">
        {count.data === undefined
          ? ' '
          : count.data === 0
            ? 'Everything has arrived.'
            : `${amount(count.data)} did not arrive.`}
      </p>
    </Dialog>
  )
}

function amount(count: number): string {
  return count >= COUNTED_UP_TO ? `${COUNTED_UP_TO.toLocaleString('en-US')} or more` : count.toLocaleString('en-US')
}
