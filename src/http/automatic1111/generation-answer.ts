import type { FileRecord } from '../../core/files/file-record.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Bytes, Piece } from '../results/stream-json.ts'

/** A task of the request, with its picture unless it failed. */
export type Made = { task: Task; picture?: { file: FileRecord; bytes: Bytes; isCopy: boolean } }

/** The answer to a request for pictures: the pictures, what was made, and once more as the text that clients store. */
export function generationAnswer(all: readonly Made[]): Piece[] {
  const shown = all.filter(({ picture }) => picture !== undefined)
  const bytes = shown.flatMap(({ picture }) => (picture === undefined ? [] : [picture.bytes]))
  const images = bytes.flatMap((each, index): Piece[] => [index === 0 ? '"' : '","', each])
  const rest = JSON.stringify({ parameters: parametersOf(shown), info: JSON.stringify(infoOf(all, shown)) })
  return ['{"images":[', ...images, images.length === 0 ? '],' : '"],', rest.slice(1)]
}

type Facts = { width: number | null; height: number | null; seed: number }

function factsOf({ task: { effective }, picture }: Made): Facts {
  return {
    width: picture?.file.width ?? effective?.width ?? null,
    height: picture?.file.height ?? effective?.height ?? null,
    // As these clients write a seed that nobody knows.
    seed: effective?.seed ?? -1,
  }
}

/** What the pictures were really made with; what was passed over is not repeated as if it had been heeded. */
function parametersOf(shown: readonly Made[]): object {
  return (
    shown.slice(0, 1).map((first) => ({
      prompt: first.task.prompt,
      ...settingsOf(first.task),
      ...factsOf(first),
      batch_size: shown.length,
      n_iter: 1,
      override_settings: { sd_model_checkpoint: first.task.model },
    }))[0] ?? {}
  )
}

/** What was heeded of the sampler's settings, under the names of these clients where they have one. */
function settingsOf({ settings }: Task): object {
  const { negative_prompt, strength, options } = settings ?? {}
  return {
    ...options,
    ...(negative_prompt === undefined ? {} : { negative_prompt }),
    ...(strength === undefined ? {} : { denoising_strength: strength }),
  }
}

function infoOf(all: readonly Made[], shown: readonly Made[]): object {
  const prompts = shown.map(({ task }) => task.prompt)
  const facts = shown.map(factsOf)
  return {
    prompt: prompts[0],
    all_prompts: prompts,
    negative_prompt: '',
    ...(shown[0] === undefined ? {} : settingsOf(shown[0].task)),
    ...facts[0],
    all_seeds: facts.map(({ seed }) => seed),
    batch_size: shown.length,
    sd_model_name: shown[0]?.task.model,
    infotexts: shown.map(textOf),
    task_id: all.map(({ task }) => task.id).join(', '),
    warnings: [...new Set(all.flatMap(warningsOf))],
  }
}

function textOf(made: Made): string {
  const { width, height, seed } = factsOf(made)
  const { prompt, model } = made.task
  const size = width === null || height === null ? [] : [`Size: ${width}x${height}`]
  return `${prompt}\n${[`Seed: ${seed}`, ...size, `Model: ${model}`].join(', ')}`
}

/** Of several, those that failed are told of beside those that are shown. */
function warningsOf({ task: { id, warnings, error } }: Made): string[] {
  return error === null ? warnings : [...warnings, `Task ${id} failed: ${error.message}`]
}
