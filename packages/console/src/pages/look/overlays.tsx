import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../parts/controls/button.tsx'
import { Confirm } from '../../parts/overlays/confirm.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { Menu } from '../../parts/overlays/menu.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { Tooltip } from '../../parts/overlays/tooltip.tsx'
import { Panel } from '../../parts/panels/panel.tsx'

export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'question'>()
  const close = (): void => setOpen(undefined)
  return (
    <Panel title="Above the page" about="The focus goes in and returns; Escape closes.">
      <div className="row">
        <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
        <Button kind="danger" onClick={() => setOpen('question')}>
          Ask a question
        </Button>
        <Button onClick={() => toast('The key was made.')}>Say news</Button>
        <Button onClick={() => toast('The service did not answer.', 'bad')}>Say what went wrong</Button>
        <Tooltip text="More on what is seen.">
          <Button kind="quiet">Wait above me</Button>
        </Tooltip>
        <Menu
          trigger={
            <IconButton label="Sample menu">
              <Ellipsis />
            </IconButton>
          }
          entries={[
            { label: 'Edit', onSelect: () => toast('Edit') },
            { label: 'Not now', disabled: true, onSelect: () => undefined },
            { label: 'Delete', danger: true, onSelect: () => toast('Delete') },
          ]}
        />
      </div>
      <Dialog
        open={open === 'dialog'}
        title="A dialog"
        about="Something that is done before the page goes on."
        onClose={close}
        foot={<Button onClick={close}>Done</Button>}
      >
        What it holds can scroll; its head and foot stay.
      </Dialog>
      <Confirm
        open={open === 'question'}
        title="Delete the picture?"
        about="It is gone for good, with its files."
        action="Delete"
        onConfirm={close}
        onClose={close}
      />
    </Panel>
  )
}
