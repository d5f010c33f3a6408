import { useSearchParams } from 'wouter'
import { useCaller } from '../data/caller.ts'
import type { ShownTask } from '../data/task-source.ts'

export type Whose = 'own' | 'all'

const OF_ALL = '?of=all'

/** Whether the tasks of all keys are looked at, which the address says and only operators may. */
export function useWhose(): { ofAll: boolean; mayChoose: boolean; choose: (whose: Whose) => void } {
  const [address, setAddress] = useSearchParams()
  const mayChoose = useCaller().may('admin')
  return {
    ofAll: mayChoose && address.get('of') === 'all',
    mayChoose,
    choose: (whose) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now)
          if (whose === 'all') next.set('of', 'all')
          else for (const name of ['of', 'project']) next.delete(name)
          return next
        },
        { replace: true },
      ),
  }
}

/** The page of a task, seen as the list was that led to it. */
export function taskPath(id: string, ofAll: boolean): string {
  return `/tasks/${id}${ofAll ? OF_ALL : ''}`
}

export function tasksPath(ofAll: boolean): string {
  return `/tasks${ofAll ? OF_ALL : ''}`
}

/** The same for one of a list, which has the name of a key where it is of all. */
export function pathOf({ id, key }: Pick<ShownTask, 'id' | 'key'>): string {
  return taskPath(id, key !== undefined)
}
