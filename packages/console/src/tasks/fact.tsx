import type { ReactNode } from 'react'

/** One line of what is known of a task, in a list of such lines. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
