import type { ComponentPropsWithRef, ReactNode } from 'react'
import './check.css'

type CheckProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> & {
  label: string
  /** What it means, under its name. */
  about?: ReactNode
}

/** Something that is so or not. */
export function Check({ label, about, ...rest }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" {...rest} />
      <span>
        {label}
        {about !== undefined && <small>{about}</small>}
      </span>
    </label>
  )
}
