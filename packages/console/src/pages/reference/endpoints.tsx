import { useState } from 'react'
import { endpointsOf, openEndpoint, type ApiDocument, type Endpoint } from './documents.ts'

type EndpointsProps = { spec: ApiDocument; hasErrors: boolean }

/** All endpoints at a glance; on small screens behind one line. */
export function Endpoints({ spec, hasErrors }: EndpointsProps) {
  const [isOpen, setOpen] = useState(() => matchMedia('(width >= 1100px)').matches)
  return (
    <details
      className="reference-endpoints"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Endpoints</summary>
      <nav aria-label="Endpoints">
        {[...endpointsOf(spec)].map(([group, endpoints]) => (
          <div key={group}>
            <p className="reference-group">{group}</p>
            <ul aria-label={group}>
              {endpoints.map((endpoint) => (
                <li key={endpoint.id}>
                  <EndpointLink group={group} endpoint={endpoint} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        {hasErrors && (
          <a className="reference-errors-link" href="#errors">
            Errors
          </a>
        )}
      </nav>
    </details>
  )
}

function EndpointLink({ group, endpoint: { id, method, path, summary } }: { group: string; endpoint: Endpoint }) {
  const address = `#/${encodeURIComponent(group)}/${id}`
  return (
    <a
      href={address}
      title={`${method.toUpperCase()} ${path}`}
      onClick={(event) => {
        event.preventDefault()
        history.replaceState(history.state, '', address)
        openEndpoint(id)
      }}
    >
      <span className="method">{method === 'delete' ? 'del' : method}</span>
      {summary}
    </a>
  )
}
