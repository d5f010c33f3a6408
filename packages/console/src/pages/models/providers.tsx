import type { ListProvidersAnswer } from '@mediagen/client'
import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../data/query-keys.ts'
import { useClient } from '../../data/session.tsx'
import { Panel } from '../../parts/panels/panel.tsx'
import { ErrorState } from '../../parts/states/error-state.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { CopyButton } from '../../parts/words/copy-button.tsx'
import { NameList } from '../../parts/words/name-list.tsx'

type Provider = ListProvidersAnswer['data'][number]

/** The providers that only lack a key. */
export function Providers() {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.providers,
    queryFn: async ({ signal }) => (await client.admin.providers({ signal })).data,
    staleTime: 60_000,
  })
  const off = data?.filter(({ on }) => !on)
  return (
    <Panel
      id="providers"
      title="Turn on a provider"
      about="Set a provider’s variable to your provider key, then restart the service."
    >
      {off === undefined ? (
        error === null ? (
          <Skeleton height={320} />
        ) : (
          <ErrorState error={error} title="The providers could not be loaded" onRetry={() => void refetch()} />
        )
      ) : off.length === 0 ? (
        <p className="faint">All providers that this version supports are turned on.</p>
      ) : (
        <ul className="provider-list" aria-label="Turn on a provider">
          {off.map((provider) => (
            <ProviderItem key={provider.id} of={provider} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function ProviderItem({ of: { name, variables, models } }: { of: Provider }) {
  return (
    <li>
      <div>
        <h3>{name.replace(/^the /, '')}</h3>
        <p>
          <NameList names={models.map(({ id }) => id)} />
        </p>
      </div>
      <ul className="variable-list">
        {variables.map((variable) => (
          <li key={variable}>
            <code>{variable}</code>
            <CopyButton text={`${variable}=`} label={`Copy ${variable}`} />
          </li>
        ))}
      </ul>
    </li>
  )
}
