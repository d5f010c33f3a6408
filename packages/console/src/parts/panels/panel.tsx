import { useId, type ReactNode } from 'react'
import './panel.css'

type PanelProps = {
  /** What links to it name. */
  id?: string
  title: string
  about?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page with a name of its own. */
export function Panel({ id, title, about, actions, children }: PanelProps) {
  const titleId = useId()
  return (
    <section id={id} className="panel" aria-labelledby={titleId}>
      <div className="panel-head">
        <div>
          <h2 id={titleId}>{title}</h2>
          {about !== undefined && about !== false && <p>{about}</p>}
        </div>
        {actions !== undefined && <div className="panel-actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

type Fact = { name: string; value: ReactNode }

/** What is so, by name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
