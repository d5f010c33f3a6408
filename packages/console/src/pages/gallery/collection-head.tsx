import { Folder, Trash2 } from '../../look/icons.ts'
import { removeCollection } from '../../data/collections.ts'
import { Button } from '../../parts/controls/button.tsx'
import { toast } from '../../parts/overlays/toast.tsx'

type CollectionHeadProps = { name: string; onRemoved: () => void; onBack: () => void }

/** Which collection is shown, and the way to be rid of it. */
export function CollectionHead({ name, onRemoved, onBack }: CollectionHeadProps) {
  const remove = (): void => {
    const undo = removeCollection(name)
    onRemoved()
    const action = {
      label: 'Undo',
      onSelect: () => {
        undo()
        onBack()
      },
    }
    toast(`“${name}” was deleted. Its results stay in the gallery.`, 'news', { action })
  }
  return (
    <div className="collection-head">
      <h2>
        <Folder />
        {name}
      </h2>
      <p>Saved only in this browser, not on the service.</p>
      <Button size="small" kind="quiet" onClick={remove}>
        <Trash2 />
        Delete collection
      </Button>
    </div>
  )
}
