import type { ReactNode } from 'react'
import './states.css'

type EmptyStateProps = {
  icon?: ReactNode
  title: string
  /** What to do so that something is here. */
  children: ReactNode
  actions?: ReactNode
}

export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="state">
      {icon}
      <h2>{title}</h2>
      <p>{children}</p>
      {actions !== undefined && <div className="state-actions">{actions}</div>}
    </div>
  )
}
