import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, RefreshCw } from '../../look/icons.ts'
import { useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
import { Confirm } from '../../parts/overlays/confirm.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { Panel } from '../../parts/panels/panel.tsx'
import { ErrorState, errorText } from '../../parts/states/error-state.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { CopyButton } from '../../parts/words/copy-button.tsx'
import { Time } from '../../parts/words/time.tsx'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'

/** The secrets that sign, hidden until somebody wants to see them. They are fetched only then. */
export function SecretPanel() {
  const client = useClient()
  const queries = useQueryClient()
  const [isShown, setShown] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const key = [...queryKeys.webhooks, 'secrets']
  const { data, error, refetch } = useQuery({
    queryKey: key,
    enabled: isShown,
    // Gone from memory once it is hidden.
    gcTime: 0,
    queryFn: ({ signal }) => client.webhooks.secrets({ signal }),
  })
  const rotate = useMutation({
    mutationFn: () => client.webhooks.rotateSecret(),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: key })
      setShown(true)
      toast('The new secret is active. The old one keeps signing for another 24 hours.')
    },
    onError: (problem) => toast(errorText(problem), 'bad'),
    onSettled: () => setAsking(false),
  })
  return (
    <Panel
      title="Secret"
      about="Signs the webhooks of your key, so your receiver can verify them. After a rotation, both secrets sign for 24 hours, so you have time to update your receiver."
      actions={
        <>
          <Button size="small" onClick={() => setShown(!isShown)}>
            {isShown ? <EyeOff /> : <Eye />}
            {isShown ? 'Hide' : 'Reveal'}
          </Button>
          <Button size="small" onClick={() => setAsking(true)}>
            <RefreshCw />
            Rotate
          </Button>
        </>
      }
    >
      {!isShown ? (
        <p className="secret">
          <code>whsec_••••••••••••••••••••••••</code>
        </p>
      ) : data === undefined ? (
        error === null ? (
          <Skeleton height={32} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        data.map(({ secret, expires }) => (
          <div className="secret" key={secret}>
            <code>{secret}</code>
            <CopyButton text={secret} label="Copy the secret" />
            <span className="faint">
              {expires === null ? (
                'current'
              ) : (
                <>
                  previous, signs until <Time at={expires} form="clock" />
                </>
              )}
            </span>
          </div>
        ))
      )}
      <Confirm
        open={isAsking}
        title="Rotate the secret?"
        about="The new secret takes effect immediately. The old one keeps signing for another 24 hours, so update your receiver within that time."
        action="Rotate"
        isBusy={rotate.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => rotate.mutate()}
      />
    </Panel>
  )
}
