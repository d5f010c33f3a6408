import { stat } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { AppError } from '../core/errors.ts'
import { type LocalModel, onnxFamily, type WeightsRole } from '../core/local-model.ts'
import { didYouMean } from '../core/text/nearest-name.ts'
import { CURATED, type CuratedModel } from './curated.ts'
import type { WantedFile } from './download-file.ts'
import { FAMILIES, familyOf, type WeightsFamily } from './families.ts'
import { addressOf, hubNameOf, readHubName, type WeightsMirrors } from './sources.ts'
import type { WeightsFetch } from './weights-fetch.ts'
import { headerOfBody, readWeightsHeader, type WeightsHeader } from './weights-header.ts'
import { isModelId } from './manifest.ts'
import { isNcnn, ncnnBytes } from './ncnn-upscaler.ts'

/** A file of a model that is to be added: one to be fetched, or one of the operator's own. */
export type OrderedFile = { role: WeightsRole; name: string } & (
  | { wanted: WantedFile }
  | { path: string; bytes: number; isCopied: boolean }
)

/** A model that is to be added, with all that is known of it before. */
export type ModelOrder = Omit<LocalModel, 'files'> & {
  title: string
  about: string
  from: string
  licenceUrl?: string | undefined
  asksLicence: boolean
  isPinned: boolean
  files: readonly OrderedFile[]
}

/** What the operator says of weights that are not in the curated list. */
export type OwnWeights = {
  id?: string | undefined
  kind?: LocalModel['kind'] | undefined
  family?: string | undefined
  driver?: LocalModel['driver'] | undefined
  sizes?: readonly string[] | undefined
  licence?: string | undefined
  /** Other than those of the family: steps, cfg_scale, … */
  defaults?: LocalModel['defaults'] | undefined
  /** The other files: a role and where it is. */
  files: readonly { role: WeightsRole; source: string }[]
  isCopied: boolean
  trustsPickle: boolean
}

export type OrderDeps = { fetch: WeightsFetch; mirrors: WeightsMirrors }

// What runs in memory beside the numbers: activations, the picture itself. Measured on no machine of ours.
const MEMORY_FACTOR = 1.15

function noSuchModel(name: string): string {
  const names = CURATED.map(({ id }) => id)
  return `There is no model '${name}' to add.${didYouMean(name, names)} Known: ${names.join(', ')}.`
}

/** A model of the curated list, ready to be added; throws for a name that is not in it. */
export function curatedOrder(name: string, mirrors: WeightsMirrors): ModelOrder {
  const found = CURATED.find(({ id }) => id === name)
  if (found === undefined) {
    throw new AppError('model_not_found', noSuchModel(name))
  }
  return orderOf(found, mirrors)
}

export function orderOf({ pin, tried: _tried, files, ...model }: CuratedModel, mirrors: WeightsMirrors): ModelOrder {
  const ordered = files.map(({ role, sha256, bytes, ...at }) => ({
    role,
    name: basename(at.path),
    wanted: { name: basename(at.path), urls: [addressOf(at, mirrors)] as [string], sha256, bytes },
  }))
  return { ...model, from: model.id, isPinned: pin === 'listed', files: ordered, ...memoryOf(ordered) }
}

/** An order for weights by path or `hf:…`: what the header of the file does not tell must be given. */
export async function ownOrder(deps: OrderDeps, given: string, own: OwnWeights): Promise<ModelOrder> {
  const source = hubNameOf(given)
  const first = await lookAt(deps, source, own)
  const family = own.family ?? first.family
  const known = family === undefined ? undefined : FAMILIES[family]
  if (family === undefined || known === undefined) throw unknownFamily(source, family)
  const files: OrderedFile[] = [{ role: known.roles[0], ...first.file }]
  for (const { role, source: other } of own.files)
    files.push({ role, ...(await lookAt(deps, hubNameOf(other), own)).file })
  const twice = files.find(({ role }, at) => files.findIndex((file) => file.role === role) < at)
  if (twice !== undefined)
    throw new AppError(
      'invalid_parameter',
      `A model of the ${family} family accepts one file as ${twice.role}, but '${twice.name}' is a second one.`,
    )
  const missing = known.roles.filter((role) => !files.some((file) => file.role === role))
  if (missing.length > 0) {
    const options = missing.map((role) => `--file ${role}=PATH`).join(' ')
    throw new AppError('missing_parameter', `A model of the ${family} family needs more files. Add them: ${options}.`)
  }
  const id = own.id ?? idOf(source)
  if (!isModelId(id))
    throw new AppError(
      'invalid_parameter',
      `'${id}' cannot be the name of a model: use only lowercase letters, digits and . _ -. Choose one with --id.`,
    )
  return {
    ...settingsOf(known, own),
    id,
    family,
    title: first.file.name,
    about: 'your own weights',
    from: source.startsWith('hf:') ? source : resolve(source),
    licence: own.licence ?? 'unknown',
    asksLicence: false,
    isPinned: true,
    files,
    ...memoryOf(files),
  }
}

function settingsOf(
  family: WeightsFamily,
  own: OwnWeights,
): Pick<LocalModel, 'kind' | 'does' | 'driver' | 'sizes' | 'defaults'> {
  const { kind, does, driver, sizes, defaults } = family
  return {
    kind: own.kind ?? kind,
    does,
    driver: own.driver ?? driver,
    sizes: own.sizes === undefined || own.sizes.length === 0 ? sizes : own.sizes,
    defaults: { ...defaults, ...own.defaults },
  }
}

function memoryOf(files: readonly OrderedFile[]): { memoryBytes?: number } {
  const sizes = files.map((file) => ('wanted' in file ? file.wanted.bytes : file.bytes))
  const known = sizes.filter((bytes) => bytes !== undefined)
  if (known.length < sizes.length) return {}
  return { memoryBytes: Math.round(known.reduce((sum, bytes) => sum + bytes, 0) * MEMORY_FACTOR) }
}

type Seen = {
  family: string | undefined
  file: OrderedFile extends infer F ? (F extends unknown ? Omit<F, 'role'> : never) : never
}

async function lookAt(deps: OrderDeps, source: string, own: OwnWeights): Promise<Seen> {
  const hub = readHubName(source)
  checkFormat(source, own)
  if (hub === undefined) {
    const path = resolve(source)
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile() !== true)
      throw new AppError(
        'invalid_parameter',
        `There is no model and no file '${source}'. 'mediagen models available' lists the models.`,
      )
    if (isNcnn(path)) {
      const name = basename(path).replace(/\.param$/i, '.safetensors')
      // What is converted is written anew, so that it is in the store whether that was asked for or not.
      return { family: 'esrgan', file: { name, path, bytes: await ncnnBytes(path), isCopied: true } }
    }
    const name = basename(path)
    const header = isReadable(path) ? await namingFile(name, readWeightsHeader(path)) : undefined
    return {
      family: familyIn(header) ?? onnxFamily(name),
      file: { name, path, bytes: found.size, isCopied: own.isCopied },
    }
  }
  const url = addressOf(hub, deps.mirrors)
  const answer = await deps.fetch.get(url, {})
  try {
    if (answer.status !== 200) throw new AppError('provider_unavailable', hubRefusal(answer.status, source))
    const length = Number(answer.headers['content-length'] ?? Number.NaN)
    const bytes = answer.bytes ?? (Number.isSafeInteger(length) ? length : undefined)
    // At the commit that was met: what is fetched later is what was looked at now.
    const fixed = addressOf({ ...hub, revision: answer.commit ?? hub.revision }, deps.mirrors)
    const name = basename(hub.path)
    const header = isReadable(name) ? await namingFile(name, headerOfBody(answer.body)) : undefined
    return {
      family: familyIn(header) ?? onnxFamily(name),
      file: { name, wanted: { name, urls: [fixed], sha256: answer.sha256, bytes } },
    }
  } finally {
    answer.discard()
  }
}

/** The hub says 401 of what is not there, too. */
function hubRefusal(status: number, source: string): string {
  const advice = status === 404 ? ' There is no such file. Check the name and the revision on its page.' : ''
  const locked =
    status === 401 || status === 403 ? ' Check its name, accept its licence on its page, and set HF_TOKEN.' : ''
  return `The hub responded with ${status} for ${source}.${advice}${locked}`
}

/** Several files may be named at once: which of them is no file of weights? */
async function namingFile(name: string, read: Promise<WeightsHeader>): Promise<WeightsHeader> {
  try {
    return await read
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.code, `${name}: ${error.message}`) : error
  }
}

function familyIn(header: WeightsHeader | undefined): string | undefined {
  return header === undefined ? undefined : familyOf(header.tensors)
}

const isReadable = (path: string): boolean => /\.(?:safetensors|gguf)$/i.test(path)

/** Pickled files run code of their author when they are loaded. */
function checkFormat(source: string, { trustsPickle }: OwnWeights): void {
  const path = source.replace(/^(hf:[^@]*)@.*$/, '$1')
  if (isReadable(path) || /\.onnx$/i.test(path) || (isNcnn(path) && !source.startsWith('hf:'))) return
  const isPickle = /\.(?:ckpt|pth?|bin)$/i.test(path)
  if (isPickle && trustsPickle) return
  if (isPickle)
    throw new AppError(
      'invalid_parameter',
      `${basename(path)} is a pickled file: loading it runs its author's code. Use a .safetensors or .gguf file, or add --trust-pickle if you trust the source.`,
    )
  const message = `${noSuchModel(source)} To add your own weights, specify a file that ends in .safetensors, .gguf, .onnx or .param.`
  throw new AppError('model_not_found', message)
}

function unknownFamily(source: string, given: string | undefined): AppError {
  const names = Object.keys(FAMILIES).join(', ')
  const message =
    given === undefined
      ? `${basename(source)} does not contain its architecture. Specify it: --family with one of ${names}.`
      : `There is no family '${given}'. Known: ${names}.`
  return new AppError('invalid_parameter', message, { param: 'family' })
}

function idOf(source: string): string {
  const name = basename(source.replace(/@[^@]*$/, ''))
  return name
    .slice(0, name.length - extname(name).length)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .slice(0, 64)
}
