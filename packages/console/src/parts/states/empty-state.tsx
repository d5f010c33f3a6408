import type { ReactNode } from 'react'
import './states.css'

type EmptyStateProps = {
  icon?: ReactNode
  title: string
  /** What to do so that something is here. */
  children: ReactNode
  actions?: ReactNode
  /** `h1` where it stands for the whole page. */
  heading?: 'h1' | 'h2'
}

export function EmptyState({ icon, title, children, actions, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="state">
      {icon}
      <Heading>{title}</Heading>
      <p>{children}</p>
      {actions !== undefined && <div className="state-actions">{actions}</div>}
    </div>
  )
}
