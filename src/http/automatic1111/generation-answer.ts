import type { FileRecord } from '../../core/files/file-record.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Bytes, Piece } from '../results/stream-json.ts'

/** A task of the request, with its picture unless it failed. */
export type Made = { task: Task; picture?: { file: FileRecord; bytes: Bytes; isCopy: boolean } }

/** The answer to a request for pictures: the pictures, their parameters, and the same as text for clients to store. */
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
    // How these clients write an unknown seed.
    seed: effective?.seed ?? -1,
  }
}

/** The actual parameters of the pictures; ignored ones are not repeated as if they had been used. */
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

/** The sampler settings that were used, under these clients' names if they have one. */
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

/** If some of several failed, they are reported next to those that are shown. */
function warningsOf({ task: { id, warnings, error } }: Made): string[] {
  return error === null ? warnings : [...warnings, `Task ${id} failed: ${error.message}`]
}
