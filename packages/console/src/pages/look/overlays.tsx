import { Ellipsis } from '../../look/icons.ts'
import { useState } from 'react'
import { Button } from '../../parts/controls/button.tsx'
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
    <Panel title="Overlays" about="Focus moves into an overlay and returns when it closes. Escape closes it.">
      <div className="row">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button kind="danger" onClick={() => setOpen('question')}>
          Question
        </Button>
        <Button onClick={() => toast('The key was created.')}>Toast</Button>
        <Button onClick={() => toast('Something went wrong.', 'bad')}>Error toast</Button>
        <Tooltip text="More about this component.">
          <Button kind="quiet">Hover over me</Button>
        </Tooltip>
        <Menu
          trigger={
            <Button>
              Menu
              <Ellipsis />
            </Button>
          }
          entries={[
            { label: 'Edit', onSelect: () => toast('Edit') },
            { label: 'Delete', danger: true, onSelect: () => setOpen('question') },
            { label: 'Disabled', disabled: true, onSelect: () => undefined },
          ]}
        />
      </div>
      <Dialog
        open={open === 'dialog'}
        title="A dialog"
        about="Complete this step before you continue."
        onClose={close}
        foot={<Button onClick={close}>Done</Button>}
      >
        The content scrolls; the header and footer stay.
      </Dialog>
      <Confirm
        open={open === 'question'}
        title="Delete it?"
        about="The task and its files are removed permanently."
        action="Delete"
        onConfirm={close}
        onClose={close}
      />
    </Panel>
  )
}
