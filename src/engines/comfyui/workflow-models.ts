import { readdir } from 'node:fs/promises'
import { checkFields } from '../config/check-fields.ts'
import { MODEL } from '../config/check-config.ts'
import type { ModelConfig } from '../define-config.ts'
import { readWorkflow } from './workflow.ts'

const ROLES = ['first_frame', 'last_frame', 'reference'] as const

/** The models that the workflow files of a folder describe; a file without a head is left for the config to name. */
export async function workflowModels(
  folder: string,
  engine: string,
): Promise<{ models: Record<string, ModelConfig>; problems: string[] }> {
  const models: Record<string, ModelConfig> = {}
  const problems: string[] = []
  const files = await jsonFiles(folder)
  if (files === undefined) return { models, problems: [`the folder of workflows '${folder}' cannot be read`] }
  for (const file of files) {
    try {
      const { head, slots } = await readWorkflow(folder, file)
      if (Object.keys(head).length === 0) continue
      const found = checkFields(`${folder}/${file}: mediagen`, head, MODEL, ['kind'])
      problems.push(...found)
      if (head.kind === undefined || found.length > 0) continue
      const references = head.references ?? ROLES.filter((role) => slots.has(role))
      models[file.replace(/\.json$/, '')] = {
        ...head,
        kind: head.kind,
        engine,
        model: file,
        references,
        maxReferences: head.maxReferences ?? references.length,
        seed: head.seed ?? slots.has('seed'),
      }
    } catch (error) {
      problems.push(`${folder}/${file}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { models, problems }
}

async function jsonFiles(folder: string): Promise<string[] | undefined> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  } catch {
    return undefined
  }
}
