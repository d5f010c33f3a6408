import { Component, type ReactNode } from 'react'
import { ErrorState } from '../parts/states/error-state.tsx'

/** Keeps a mistake inside its page: the rest goes on, and the mistake is told instead of an empty screen. */
export class PageGuard extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    // A page that was built anew has other names for its pieces: what this tab knows is gone, and a reload finds the new.
    return <ErrorState heading="h1" error={error} title="This page broke" onRetry={() => location.reload()} />
  }
}
