import type { ReactNode } from 'react'
import { CodeBlock } from '../words/code-block.tsx'
import './states.css'

type EmptyStateProps = {
  icon?: ReactNode
  title: string
  /** What to do so that something is here. */
  children: ReactNode
  actions?: ReactNode
  /** A command to copy, under the words. */
  code?: { label: string; text: string }
  /** `h1` where it stands for the whole page. */
  heading?: 'h1' | 'h2'
}

export function EmptyState({ icon, title, children, actions, code, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="state">
      {icon}
      <Heading>{title}</Heading>
      <p>{children}</p>
      {code !== undefined && <CodeBlock label={code.label} code={code.text} />}
      {actions !== undefined && <div className="state-actions">{actions}</div>}
    </div>
  )
}
