import { CircleSlash, CornerUpLeft, Hash, RotateCcw, SquareArrowOutUpRight, Trash2 } from '../../look/icons.ts'
import { useLocation } from 'wouter'
import type { ShownTask } from '../../data/task-source.ts'
import { toast } from '../../parts/overlays/toast.tsx'
import { SharedMenu, type MenuEntry } from '../../parts/overlays/menu.tsx'
import { copyText } from '../../parts/words/copy-button.tsx'
import type { TaskActions } from '../../tasks/task-actions.ts'
import { pathOf } from '../../tasks/whose.ts'

export type OpenMenu = { task: ShownTask; anchor: HTMLElement }

type RowMenuProps = { menu: OpenMenu | undefined; actions: TaskActions; onClose: () => void }

/** What can be done with the task of one row. */
export function RowMenu({ menu, actions, onClose }: RowMenuProps) {
  const [, go] = useLocation()
  return <SharedMenu anchor={menu?.anchor} onClose={onClose} entries={entriesOf(menu?.task, actions, go)} />
}

function entriesOf(task: ShownTask | undefined, actions: TaskActions, go: (path: string) => void): MenuEntry[] {
  if (task === undefined) return []
  const { id } = task
  const copyId = async (): Promise<void> => {
    if (await copyText(id)) toast('Id copied to the clipboard.')
  }
  const able: (MenuEntry & { isAble: boolean })[] = [
    { label: 'Open', icon: <SquareArrowOutUpRight />, isAble: true, onSelect: () => go(pathOf(task)) },
    {
      label: 'Reuse in the playground',
      icon: <CornerUpLeft />,
      isAble: actions.canRecall,
      onSelect: () => go(`/?task=${id}&what=all`),
    },
    { label: 'Copy id', icon: <Hash />, isAble: true, onSelect: () => void copyId() },
    {
      label: 'Retry',
      icon: <RotateCcw />,
      isAble: actions.canRetry(task),
      onSelect: () => void actions.retry([id]),
    },
    {
      label: 'Cancel',
      icon: <CircleSlash />,
      isAble: actions.canCancel(task),
      onSelect: () => void actions.cancel([id]),
    },
    {
      label: 'Delete',
      icon: <Trash2 />,
      danger: true,
      isAble: actions.canDelete(task),
      onSelect: () => void actions.remove([id]),
    },
  ]
  return able.filter(({ isAble }) => isAble)
}
