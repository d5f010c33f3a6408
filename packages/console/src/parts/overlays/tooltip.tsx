import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { usePortalPlace } from './portal-place.ts'
import './tooltip.css'

type TooltipProps = {
  /** More on what is seen; never something that cannot be done without. */
  text: ReactNode
  /** What it belongs to; must be able to have the focus. */
  children: ReactElement
}

export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal container={usePortalPlace()}>
        <Base.Positioner className="tooltip-positioner" sideOffset={6}>
          <Base.Popup className="tooltip">{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
