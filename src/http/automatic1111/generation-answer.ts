import type { FileRecord } from '../../core/file-record.ts'
import type { Task } from '../../core/task.ts'
import type { Piece } from '../results/json-pieces.ts'
import type { Bytes } from '../results/stored-bytes.ts'

type Made = { file: FileRecord; bytes: Bytes }

/** The answer to a request for a picture: the pictures, what was made, and once more as the text that clients store. */
export function generationAnswer(task: Task, made: readonly Made[]): Piece[] {
  const images = made.flatMap(({ bytes }, index): Piece[] => [index === 0 ? '"' : '","', bytes])
  const facts = factsOf(task, made[0]?.file)
  const rest = JSON.stringify({ parameters: parametersOf(task, facts), info: JSON.stringify(infoOf(task, facts)) })
  return ['{"images":[', ...images, images.length === 0 ? '],' : '"],', rest.slice(1)]
}

type Facts = { width: number | null; height: number | null; seed: number }

function factsOf({ effective }: Task, file: FileRecord | undefined): Facts {
  return {
    width: file?.width ?? effective?.width ?? null,
    height: file?.height ?? effective?.height ?? null,
    // As these clients write a seed that nobody knows.
    seed: effective?.seed ?? -1,
  }
}

/** What the picture was really made with; what was passed over is not repeated as if it had been heeded. */
function parametersOf({ prompt, model }: Task, facts: Facts): object {
  return { prompt, ...facts, batch_size: 1, n_iter: 1, override_settings: { sd_model_checkpoint: model } }
}

function infoOf(task: Task, { width, height, seed }: Facts): object {
  const { id, prompt, model, warnings } = task
  const size = width === null || height === null ? [] : [`Size: ${width}x${height}`]
  return {
    prompt,
    all_prompts: [prompt],
    negative_prompt: '',
    seed,
    all_seeds: [seed],
    width,
    height,
    batch_size: 1,
    sd_model_name: model,
    infotexts: [`${prompt}\n${[`Seed: ${seed}`, ...size, `Model: ${model}`].join(', ')}`],
    task_id: id,
    warnings,
  }
}
