import type { Receipt } from '@mediagen/client'
import { Clapperboard, Dices, PencilLine, Scaling, Scissors } from '../look/icons.ts'
import { Link } from 'wouter'
import { useCaller } from '../data/caller.ts'
import { useModels } from '../data/models.ts'
import { buttonClass } from '../parts/controls/button.tsx'
import { recallPath, type ResultWork } from './recall.tsx'

const LINKS = {
  edit: { label: 'Edit', title: 'Use this image as a reference and describe the change', icon: <PencilLine /> },
  vary: { label: 'Vary', title: 'Fill the form with the same request, without its seed', icon: <Dices /> },
  animate: { label: 'Animate', title: 'Create a clip that starts with this image', icon: <Clapperboard /> },
  upscale: { label: 'Upscale', title: 'Enlarge this image', icon: <Scaling /> },
  cutout: { label: 'Cut out', title: 'Remove the background', icon: <Scissors /> },
} as const satisfies Record<ResultWork, object>

/** What the playground can do with a result, in words: each only where the key may do it, and a model does it. */
export function ResultLinks({ task }: { task: Receipt }) {
  const { may } = useCaller()
  const { data: models = [] } = useModels()
  const makes = (kind: 'image' | 'video'): boolean =>
    may(`${kind}s:write`) &&
    models.some((model) => model.kind === kind && model.does === 'generate' && model.max_references > 0)
  const does = (step: 'upscale' | 'cutout'): boolean =>
    task.kind === 'image' && may('images:write') && models.some((model) => model.does === step)
  const offered: Record<ResultWork, boolean> = {
    edit: makes('image'),
    vary: may(`${task.kind}s:write`),
    animate: task.kind === 'image' && makes('video'),
    upscale: does('upscale'),
    cutout: does('cutout'),
  }
  const works = (Object.keys(LINKS) as ResultWork[]).filter((work) => offered[work])
  if (task.status !== 'success' || works.length === 0) return null
  return (
    <div className="recall" role="group" aria-label="Continue in the playground">
      {works.map((work) => (
        <Link
          key={work}
          className={buttonClass({ size: 'small' })}
          href={recallPath(task.id, work)}
          title={LINKS[work].title}
        >
          {LINKS[work].icon}
          {LINKS[work].label}
        </Link>
      ))}
    </div>
  )
}
