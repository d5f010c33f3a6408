import type { ListedTask } from '@mediagen/client'
import { Folder, Plus } from '../../look/icons.ts'
import { useId, useState, type ReactElement } from 'react'
import { collect, LONGEST_NAME, useCollections } from '../../data/collections.ts'
import { Button } from '../../parts/controls/button.tsx'
import { Field } from '../../parts/controls/field.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { Menu } from '../../parts/overlays/menu.tsx'
import { toast } from '../../parts/overlays/toast.tsx'
import { plural } from '../../parts/words/amounts.tsx'

type Some = Pick<ListedTask, 'id' | 'created'>

export type CollectMenuProps = {
  /** The button that opens it. */
  trigger: ReactElement
  tasks: readonly Some[]
  onDone?: () => void
}

/** Puts results into a collection: one that is there, or a new one. */
export function CollectMenu({ trigger, tasks, onDone }: CollectMenuProps) {
  const collections = useCollections()
  const [asksName, setAsksName] = useState(false)
  const put = (name: string): void => {
    collect(name, tasks)
    toast(`${plural(tasks.length, 'result')} added to “${name}”.`)
    onDone?.()
  }
  const known = [...collections.keys()].map((name) => ({ label: name, icon: <Folder />, onSelect: () => put(name) }))
  return (
    <>
      <Menu
        trigger={trigger}
        entries={[...known, { label: 'New collection…', icon: <Plus />, onSelect: () => setAsksName(true) }]}
      />
      {asksName && <NameDialog onClose={() => setAsksName(false)} onName={put} />}
    </>
  )
}

type NameDialogProps = { onClose: () => void; onName: (name: string) => void }

function NameDialog({ onClose, onName }: NameDialogProps) {
  const formId = useId()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <Dialog
      open
      title="New collection"
      about="This browser keeps it, not the service: other browsers and other people do not see it."
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId}>
            Create
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() === '') return setProblem('Give it a name.')
          onClose()
          return onName(name.trim())
        }}
      >
        <Field label="Name" problem={problem}>
          {(wired) => (
            <input
              {...wired}
              className="input"
              maxLength={LONGEST_NAME}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
