import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { portalPlace } from './portal-place.ts'
import './menu.css'

export type MenuEntry = {
  label: string
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement
  entries: readonly MenuEntry[]
}

/** What can be done with one thing. */
export function Menu({ trigger, entries }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal container={portalPlace()}>
        <Base.Positioner className="menu-positioner" sideOffset={6} align="end">
          <Base.Popup className="menu">
            {entries.map(({ label, icon, danger = false, disabled = false, onSelect }) => (
              <Base.Item
                key={label}
                className={`menu-item ${danger ? 'danger' : ''}`}
                disabled={disabled}
                onClick={onSelect}
              >
                {icon}
                {label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
