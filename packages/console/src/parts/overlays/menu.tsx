import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { usePortalPlace } from './portal-place.ts'
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
      <MenuBox entries={entries} />
    </Base.Root>
  )
}

type SharedMenuProps = {
  /** The button that was pressed; undefined while it is closed. */
  anchor: HTMLElement | undefined
  entries: readonly MenuEntry[]
  onClose: () => void
}

/** One menu for the buttons of many things, such as rows: a menu for each would have to be made for each that scrolls by. */
export function SharedMenu({ anchor, entries, onClose }: SharedMenuProps) {
  return (
    <Base.Root open={anchor !== undefined} onOpenChange={(next) => !next && onClose()}>
      <MenuBox entries={entries} anchor={anchor} />
    </Base.Root>
  )
}

function MenuBox({ entries, anchor }: { entries: readonly MenuEntry[]; anchor?: HTMLElement | undefined }) {
  // Where it was opened by hand, it cannot know itself where the focus belongs afterwards.
  const finalFocus = anchor === undefined ? {} : { finalFocus: () => anchor }
  return (
    <Base.Portal container={usePortalPlace()}>
      <Base.Positioner className="menu-positioner" sideOffset={6} align="end" anchor={anchor}>
        <Base.Popup className="menu" {...finalFocus}>
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
  )
}
