import type { ComponentPropsWithRef, ReactNode } from 'react'
import './button.css'

export type ButtonLook = {
  /** `primary` once on a page at most; `quiet` among text and in bars. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger'
  size?: 'usual' | 'small'
  wide?: boolean
}

type ButtonProps = ComponentPropsWithRef<'button'> & ButtonLook

export function Button({ kind, size, wide, className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${buttonClass({ kind, size, wide })} ${className}`} {...rest} />
}

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'> &
  Omit<ButtonLook, 'wide'> & {
    /** What it does, for those who do not see the icon, and for those who wait above it. */
    label: string
    children: ReactNode
  }

export function IconButton({ label, kind = 'quiet', size, className = '', type = 'button', ...rest }: IconButtonProps) {
  const classes = `${buttonClass({ kind, size })} icon-button ${className}`
  return <button type={type} aria-label={label} title={label} className={classes} {...rest} />
}

/** The look of a button for what is none, such as a link. */
export function buttonClass({
  kind = 'plain',
  size = 'usual',
  wide = false,
}: {
  [Name in keyof ButtonLook]?: ButtonLook[Name] | undefined
}): string {
  return `button ${kind} ${size === 'small' ? 'small' : ''} ${wide ? 'wide' : ''}`
}
