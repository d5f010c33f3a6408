import { Component, useEffect, useRef, type ReactNode } from 'react'
import { ErrorState } from '../parts/states/error-state.tsx'
import { useReach } from '../data/reach.ts'
import { useClient } from '../data/session.tsx'

/** Keeps a mistake inside its page: the rest goes on, and the mistake is told instead of an empty screen. */
export class PageGuard extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === undefined ? this.props.children : <Broken error={error} />
  }
}

/** A page that was first opened while nobody could send its pieces breaks too: it comes by itself once somebody can. */
function Broken({ error }: { error: unknown }) {
  const reach = useReach()
  const client = useClient()
  const wasAway = useRef(false)
  useEffect(() => {
    // Pieces of pages are fetched by the browser itself, which does not say why it failed.
    void client.me({ maxRetries: 0 }).catch(() => undefined)
  }, [client])
  useEffect(() => {
    if (reach !== 'here') wasAway.current = true
    else if (wasAway.current) location.reload()
  }, [reach])
  if (reach !== 'here') return <ErrorState heading="h1" error={NOT_YET} title="This page cannot be loaded yet" />
  // A page that was built anew has other names for its pieces: what this tab knows is gone, and a reload finds the new.
  return <ErrorState heading="h1" error={error} title="This page failed" onRetry={() => location.reload()} />
}

const NOT_YET = new Error('It loads as soon as the service is reachable.')
