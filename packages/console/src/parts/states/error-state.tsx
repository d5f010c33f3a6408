import { ApiError, ConnectionError } from '@mediagen/client'
import { CircleAlert } from '../../look/icons.ts'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import './states.css'

type ErrorStateProps = {
  error: unknown
  /** What could not be done. */
  title?: string
  onRetry?: (() => void) | undefined
  children?: ReactNode
  /** `h1` where it stands for the whole page. */
  heading?: 'h1' | 'h2'
}

/** What went wrong, in the service's own words, with what one needs to ask for help. */
export function ErrorState({
  error,
  title = 'Something went wrong',
  onRetry,
  children,
  heading: Heading = 'h2',
}: ErrorStateProps) {
  return (
    <div className="state" role="alert">
      <CircleAlert aria-hidden />
      <Heading>{title}</Heading>
      <p>{errorText(error)}</p>
      <ErrorFacts error={error} />
      {children}
      {onRetry !== undefined && (
        <div className="state-actions">
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </div>
  )
}

/** Code, request id and where both are explained. */
function ErrorFacts({ error }: { error: unknown }) {
  if (!(error instanceof ApiError)) return null
  return (
    <p className="state-facts">
      <code>{error.code}</code> · request <code>{error.requestId}</code> ·{' '}
      <a href="/docs#errors" target="_blank" rel="noreferrer">
        about errors
      </a>
    </p>
  )
}

/** The sentence for people: without the code and ids that the client adds for logs. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.message.replace(/ \(\d+ \S*, request [\s\S]*\)$/, '')
  if (error instanceof ConnectionError)
    return 'The service did not respond. It may be restarting; try again in a moment.'
  return error instanceof Error ? error.message : String(error)
}
