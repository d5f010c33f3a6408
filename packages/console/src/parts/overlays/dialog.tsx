import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from '../../look/icons.ts'
import type { ReactNode } from 'react'
import { IconButton } from '../controls/button.tsx'
import { usePortalPlace } from './portal-place.ts'
import './dialog.css'

type DialogProps = {
  title: string
  /** A sentence on what this is about. */
  about?: ReactNode
  open: boolean
  onClose: () => void
  /** Widest for what has long lines, such as code. */
  wide?: boolean | 'widest'
  /** Closes by what its foot offers alone: neither Escape, nor a click beside it, nor a cross ends it by mistake. */
  onlyByFoot?: boolean
  children: ReactNode
  /** Buttons, the one that is meant last. */
  foot?: ReactNode
}

/** A step to finish before the page continues. The focus stays inside and returns where it was; Escape closes. */
export function Dialog({ title, about, open, onClose, wide = false, onlyByFoot = false, children, foot }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && !onlyByFoot && onClose()}>
      <Base.Portal container={usePortalPlace()}>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup className={`dialog ${wide === 'widest' ? 'wide widest' : wide ? 'wide' : ''}`}>
          <div className="dialog-head">
            <Base.Title>{title}</Base.Title>
            {!onlyByFoot && (
              <Base.Close
                render={
                  <IconButton label="Close">
                    <X />
                  </IconButton>
                }
              />
            )}
          </div>
          {about !== undefined && <Base.Description className="dialog-about">{about}</Base.Description>}
          <div className="dialog-body">{children}</div>
          {foot !== undefined && <div className="dialog-foot">{foot}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
