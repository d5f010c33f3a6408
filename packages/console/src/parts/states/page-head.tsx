import type { ReactNode } from 'react'
import './states.css'

type PageHeadProps = { title: string; about?: ReactNode; actions?: ReactNode }

/** The top of a page: what it is, and what can be done with all of it. */
export function PageHead({ title, about, actions }: PageHeadProps) {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {about !== undefined && <p>{about}</p>}
      </div>
      {actions !== undefined && <div className="page-actions">{actions}</div>}
    </header>
  )
}

/** The frame of a page: its width and the room around it. */
export function Page({ children }: { children: ReactNode }) {
  return <div className="page">{children}</div>
}
