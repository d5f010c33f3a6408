import type { ListedTask } from '@mediagen/client'
import { durationText } from '../parts/words/amounts.tsx'

/** What is known of a task beside its words: the model, the kind, the size. */
export function factsOf({ model, kind, first_output: output }: ListedTask): string {
  return [model, kind === 'video' ? 'Video' : 'Image', ...(output === null ? [] : sizeWords(output))].join(' · ')
}

/** Such as 1024×1024 and 4 s. */
export function sizeWords({ width, height, seconds }: SizeFacts): string[] {
  return [
    ...(width === null || height === null ? [] : [`${width}×${height}`]),
    ...(seconds === null ? [] : [durationText(seconds)]),
  ]
}

type SizeFacts = { width: number | null; height: number | null; seconds: number | null }
