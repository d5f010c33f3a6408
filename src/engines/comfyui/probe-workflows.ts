import type { Model, TaskKind } from '../../core/tasks/model.ts'
import type { Probe } from '../../ports/engine.ts'
import type { ModelSettings } from '../model-settings.ts'
import { workflowFaults, type NodeInfo } from './check-workflow.ts'
import type { ComfyServer } from './server.ts'
import { readWorkflow, type Graph } from './workflow.ts'

export type WorkflowProbe = {
  server: ComfyServer
  models: readonly Model[]
  workflows: string
  modelSettings: (kind: TaskKind, id: string) => ModelSettings
}

/** Asks the server whether it has the nodes and weights that each model's workflow names. */
export async function probeWorkflows(
  { server, models, workflows, modelSettings }: WorkflowProbe,
  signal: AbortSignal,
): Promise<NonNullable<Probe['more']>> {
  const known = new Map<string, Promise<NodeInfo | undefined | 'unclear'>>()
  const infoOf = (type: string): Promise<NodeInfo | undefined | 'unclear'> => {
    const info = known.get(type) ?? askFor(server, type, signal)
    known.set(type, info)
    return info
  }
  const lines = models.map(async (model) => {
    const what = `${model.engine} ${model.kind} ${model.id}`
    try {
      const { graph } = await readWorkflow(workflows, model.engineModel)
      const infos = new Map<string, NodeInfo | undefined | 'unclear'>()
      for (const type of typesIn(graph)) infos.set(type, await infoOf(type))
      if ([...infos.values()].includes('unclear'))
        return { what, ok: false, detail: 'ComfyUI did not say which nodes it has' }
      const faults = workflowFaults(graph, infos as Map<string, NodeInfo>, modelSettings(model.kind, model.id).options)
      const detail = faults.length === 0 ? `${model.engineModel}: all nodes and weights are present` : faults.join('; ')
      return { what, ok: faults.length === 0, detail }
    } catch (error) {
      return {
        what,
        ok: false,
        detail: `${model.engineModel}: ${error instanceof Error ? error.message : String(error)}`,
      }
    }
  })
  return Promise.all(lines)
}

function typesIn(graph: Graph): Set<string> {
  return new Set(Object.values(graph).map((node) => (node as { class_type: string }).class_type))
}

async function askFor(
  server: ComfyServer,
  type: string,
  signal: AbortSignal,
): Promise<NodeInfo | undefined | 'unclear'> {
  const { json } = await server.get(`/object_info/${encodeURIComponent(type)}`, signal)
  if (json === undefined) return 'unclear'
  return json[type] as NodeInfo | undefined
}
