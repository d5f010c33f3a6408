import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { usePortalPlace } from './portal-place.ts'
import './dialog.css'

type ConfirmProps = {
  /** A question. */
  title: string
  /** What will have happened afterwards. */
  about: ReactNode
  /** The verb of what is done, never "OK". */
  action: string
  open: boolean
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks before something that cannot be undone; the button that leaves things as they are has the focus. */
export function Confirm({ title, about, action, open, isBusy = false, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal container={usePortalPlace()}>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup className="dialog">
          <div className="dialog-head">
            <Base.Title>{title}</Base.Title>
          </div>
          <Base.Description className="dialog-about">{about}</Base.Description>
          {children !== undefined && <div className="dialog-body">{children}</div>}
          <div className="dialog-foot">
            <Base.Close render={<Button>Go back</Button>} />
            <Button kind="danger" disabled={isBusy} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
