import type { ListedTask } from '@mediagen/client'
import { Folder, Plus } from '../../look/icons.ts'
import { useState, type ReactElement } from 'react'
import { collect, LONGEST_NAME, useCollections } from '../../data/collections.ts'
import { FormDialog } from '../../parts/overlays/form-dialog.tsx'
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
  return (
    <FormDialog
      title="New collection"
      about="The collection is saved only in this browser. It does not appear in other browsers or for other people."
      label="Name"
      maxLength={LONGEST_NAME}
      submit="Create"
      onClose={onClose}
      onSubmit={(name) => {
        if (name === '') return 'Enter a name.'
        onClose()
        onName(name)
        return undefined
      }}
    />
  )
}
