import { useState } from 'react'
import { addressOf, type Group } from './documents.ts'

type EndpointsProps = {
  groups: readonly Group[]
  hasErrors: boolean
  /** The endpoint that was opened last. */
  current: string | undefined
  onOpen: (id: string) => void
}

/** All endpoints at a glance; on small screens behind one line. */
export function Endpoints({ groups, hasErrors, current, onOpen }: EndpointsProps) {
  const [isWide] = useState(() => matchMedia('(width >= 1100px)').matches)
  const [isOpen, setOpen] = useState(isWide)
  return (
    <details
      className="reference-endpoints"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Endpoints</summary>
      <nav aria-label="Endpoints">
        {groups.map(({ name: group, endpoints }) => (
          <div key={group}>
            <p className="reference-group">{group}</p>
            <ul aria-label={group}>
              {endpoints.map(({ id, method, path, summary, isWebhook }) => (
                <li key={id}>
                  <a
                    href={addressOf(group, id)}
                    title={isWebhook ? path : `${method.toUpperCase()} ${path}`}
                    aria-current={id === current ? 'true' : undefined}
                    onClick={(event) => {
                      event.preventDefault()
                      history.replaceState(history.state, '', addressOf(group, id))
                      // In the way of what it leads to.
                      if (!isWide) setOpen(false)
                      onOpen(id)
                    }}
                  >
                    <span className={`method ${method}`}>
                      {isWebhook ? 'event' : method === 'delete' ? 'del' : method}
                    </span>
                    {summary}
                  </a>
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
