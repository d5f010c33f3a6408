import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { contradictions, MODEL } from '../config/check-config.ts'
import { checkFields } from '../config/check-fields.ts'
import { readWorkflow, type Workflow } from './workflow.ts'

const OWN = './workflows'
const COME_ALONG = join(import.meta.dirname, '../../../workflows')

/** The default folder of workflow files: the working directory's own, otherwise the bundled ones. */
export function usualWorkflows(): string {
  return existsSync(OWN) ? OWN : COME_ALONG
}

/** The workflow files of each folder by name; invalid ones are included, so that they do not seem to be missing. */
export type Workflows = ReadonlyMap<string, ReadonlyMap<string, Workflow | 'broken'>>

/** Reads the workflow files of these folders, and says what is wrong with each. */
export async function readWorkflows(folders: Iterable<string>): Promise<{ workflows: Workflows; problems: string[] }> {
  const workflows = new Map<string, Map<string, Workflow | 'broken'>>()
  const problems: string[] = []
  for (const folder of new Set(folders)) {
    const files = new Map<string, Workflow | 'broken'>()
    workflows.set(folder, files)
    const names = await jsonFiles(folder)
    if (names === undefined) problems.push(`the folder of workflows '${folder}' cannot be read`)
    for (const file of names ?? []) {
      const read = await readOne(folder, file)
      files.set(file, read.workflow)
      problems.push(...read.problems.map((problem) => `${folder}/${file}: ${problem}`))
    }
  }
  return { workflows, problems }
}

async function readOne(folder: string, file: string): Promise<{ workflow: Workflow | 'broken'; problems: string[] }> {
  try {
    const workflow = await readWorkflow(folder, file)
    const { head } = workflow
    if (Object.keys(head).length === 0) return { workflow, problems: [] }
    const problems = [...checkFields('mediagen', head, MODEL, ['kind']), ...contradictions('mediagen', head)]
    return { workflow: problems.length === 0 ? workflow : 'broken', problems }
  } catch (error) {
    return { workflow: 'broken', problems: [error instanceof Error ? error.message : String(error)] }
  }
}

async function jsonFiles(folder: string): Promise<string[] | undefined> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  } catch {
    return undefined
  }
}
