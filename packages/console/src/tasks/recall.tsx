import type { Receipt } from '@mediagen/client'
import { Link } from 'wouter'
import { useTaskActions } from './task-actions.ts'
import { buttonClass } from '../parts/controls/button.tsx'
import './recall.css'

/** What of a task is put into the form of the playground. */
export type Recalled = 'prompt' | 'seed' | 'all' | 'reference'
/** What the playground does with a result. */
export type ResultWork = 'edit' | 'vary' | 'animate' | 'upscale' | 'cutout'

export function recallPath(id: string, what: Recalled | ResultWork): string {
  return `/?${new URLSearchParams({ task: id, what }).toString()}`
}

const WORDS: Readonly<Record<Recalled, string>> = {
  prompt: 'Prompt',
  seed: 'Seed',
  all: 'Everything',
  reference: 'As reference',
}

/** The parts that a task has. */
export function recallable({ kind, status, asked, effective }: Receipt): Recalled[] {
  const hasSeed = (effective?.seed ?? asked.seed) !== null
  const isPicture = kind === 'image' && status === 'success'
  return ['prompt', ...(hasSeed ? (['seed'] as const) : []), 'all', ...(isPicture ? (['reference'] as const) : [])]
}

type RecallLinksProps = {
  id: string
  parts: readonly Recalled[]
  /** Not where a heading says it already. */
  isLabelled?: boolean
}

/** Links that bring parts of a task back into the form. */
export function RecallLinks({ id, parts, isLabelled = true }: RecallLinksProps) {
  const { canRecall } = useTaskActions()
  if (!canRecall) return null
  return (
    <div className="recall" role="group" aria-label="Reuse in the playground">
      {isLabelled && <span aria-hidden>Reuse</span>}
      {parts.map((what) => (
        <Link
          key={what}
          className={buttonClass({ size: 'small' })}
          href={recallPath(id, what)}
          aria-label={`Reuse: ${WORDS[what].toLowerCase()}`}
        >
          {WORDS[what]}
        </Link>
      ))}
    </div>
  )
}
