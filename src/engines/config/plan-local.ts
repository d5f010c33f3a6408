import { basename, isAbsolute } from 'node:path'
import { type LocalModel, onnxFamily, WEIGHTS_ROLES } from '../../core/local-model.ts'
import type { ModelConfig } from '../define-config.ts'
import { isRecord } from './check-fields.ts'

const ROLES: readonly string[] = WEIGHTS_ROLES

type Fields = Readonly<Record<string, unknown>>

// The block size into which the architectures divide their pictures.
const MULTIPLE = 16

// Safetensors and GGUF contain numbers; the older formats contain programs that run when they are read.
const SAFE = /\.(?:safetensors|gguf|sft)$/i

/** What is wrong with a local model beyond the form of its fields; files have no meaning for other engines. */
export function localProblems(where: string, model: unknown, isLocal: boolean): string[] {
  if (!isRecord(model)) return []
  if (isLocal) return [...useProblems(where, model), ...filesProblems(where, model)]
  return model['files'] === undefined ? [] : [`${where}.files has no effect unless engine is 'local'`]
}

function useProblems(where: string, model: Fields): string[] {
  const problems: string[] = []
  if (model['kind'] === 'video' && model['driver'] === 'sd-server')
    problems.push(`${where}.driver: only 'bare' makes clips`)
  for (const name of ['concurrency', 'fleetConcurrency'])
    if (model[name] !== undefined)
      problems.push(`${where}.${name}: local models share one machine; local.fleetConcurrency is for several machines`)
  const sizes: unknown[] = Array.isArray(model['sizes']) ? model['sizes'] : []
  const odd = sizes.filter((size) =>
    String(size)
      .split('x')
      .some((side) => Number(side) % MULTIPLE !== 0),
  )
  if (odd.length > 0) problems.push(`${where}.sizes: ${odd.join(', ')}: both sides must be multiples of ${MULTIPLE}`)
  return problems
}

function filesProblems(where: string, model: Fields): string[] {
  if (!isRecord(model['files'])) return []
  const problems: string[] = []
  for (const [role, path] of Object.entries(model['files'])) {
    const name = `${where}.files.${role}`
    if (!ROLES.includes(role)) problems.push(`${name} is not a role of a file; known: ${ROLES.join(', ')}`)
    else if (typeof path !== 'string' || !isAbsolute(path)) problems.push(`${name} must be an absolute path`)
    else if (role === 'onnx' && !/\.onnx$/i.test(path)) problems.push(`${name} must be an .onnx file`)
    else if (role !== 'onnx' && !SAFE.test(path))
      problems.push(`${name} must be a .safetensors or .gguf file: other formats can run code`)
  }
  const { model: whole, diffusion_model: part, upscaler, onnx } = model['files']
  if ([whole, part, upscaler, onnx].every((path) => path === undefined))
    problems.push(`${where}.files requires model, or diffusion_model with text_encoder and vae, or upscaler, or onnx`)
  return problems
}

const USUAL: Readonly<Record<string, Pick<LocalModel, 'defaults' | 'sizes'>>> = {
  'flux2-klein': { defaults: { steps: 4, cfg_scale: 1 }, sizes: ['1024x1024', '768x1344', '1344x768', '512x512'] },
  'z-image': { defaults: { steps: 8, cfg_scale: 1 }, sizes: ['1024x1024', '768x1344', '1344x768', '512x512'] },
  'qwen-image': { defaults: { steps: 20, cfg_scale: 2.5 }, sizes: ['1024x1024', '768x1344', '1344x768', '512x512'] },
  sd1: { defaults: { steps: 20, cfg_scale: 7 }, sizes: ['512x512', '512x768', '768x512'] },
  wan: { defaults: { steps: 20, cfg_scale: 6, fps: 16 }, sizes: ['576x320', '320x576', '480x272'] },
  sdxl: { defaults: { steps: 25, cfg_scale: 6 }, sizes: ['1024x1024', '832x1216', '1216x832', '512x512'] },
}

const ONLY_SD_SERVER: readonly string[] = ['z-image', 'qwen-image']

const OTHERS = { defaults: {}, sizes: ['512x512'] }

/** A model of the config file as the local engine knows it. */
export function plannedLocal(id: string, asked: ModelConfig): LocalModel {
  const { kind, files = {}, sizes } = asked
  const family = asked.family ?? (kind === 'video' ? 'wan' : familyOf(files))
  const usual = USUAL[family] ?? OTHERS
  return {
    id,
    kind,
    does: doesWith(files),
    family,
    driver:
      files.onnx === undefined ? (asked.driver ?? (ONLY_SD_SERVER.includes(family) ? 'sd-server' : 'bare')) : 'onnx',
    files,
    sizes: sizes ?? usual.sizes,
    defaults: usual.defaults,
    licence: 'set by the operator',
  }
}

/** The model that an installed one offers; a config entry with the same name may add to it. */
export function installedModel({ kind, sizes, files, family, id }: LocalModel): ModelConfig {
  const length = kind === 'video' ? { seconds: 2, takes: { seconds: CLIP_SECONDS } } : {}
  return { kind, engine: 'local', model: id, files, family, ...length, ...(sizes.length === 0 ? {} : { sizes }) }
}

// Beyond five seconds, Wan repeats itself; shorter is faster.
const CLIP_SECONDS = [1, 2, 3, 4, 5]

function doesWith({ model, upscaler, onnx }: LocalModel['files']): LocalModel['does'] {
  if (onnx !== undefined) return 'cutout'
  return upscaler !== undefined && model === undefined ? 'upscale' : 'generate'
}

function familyOf(files: LocalModel['files']): string {
  if (files.onnx !== undefined) return onnxFamily(basename(files.onnx)) ?? 'isnet'
  if (files.text_encoder !== undefined) return 'flux2-klein'
  const name = (files.model ?? files.diffusion_model ?? '').toLowerCase()
  if (name.includes('xl')) return 'sdxl'
  return files.upscaler !== undefined && files.model === undefined ? 'esrgan' : 'sd1'
}
