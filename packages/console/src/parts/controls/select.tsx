import { ChevronDown } from '../../look/icons.ts'
import type { ComponentPropsWithRef } from 'react'
import './field.css'

/** The browser's own list: it fits every screen, and people with assistive tools know it. */
export function Select({ className = '', ...rest }: ComponentPropsWithRef<'select'>) {
  return (
    <div className={`select ${className}`}>
      <select className="input" {...rest} />
      <ChevronDown aria-hidden />
    </div>
  )
}
