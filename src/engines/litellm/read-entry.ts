import type { TaskKind } from '../../core/tasks/model.ts'

/** Whose entries are whose here. Some names are written with the provider before them, some without. */
const PROVIDERS: Readonly<Record<string, { provider: string; prefixes: readonly string[] }>> = {
  openai: { provider: 'openai', prefixes: ['openai/'] },
  azure: { provider: 'azure', prefixes: ['azure/'] },
  gemini: { provider: 'google', prefixes: ['gemini/'] },
  vertex_ai: { provider: 'google-vertex', prefixes: ['vertex_ai/'] },
  fal_ai: { provider: 'fal', prefixes: ['fal_ai/'] },
  black_forest_labs: { provider: 'black-forest-labs', prefixes: ['black_forest_labs/'] },
  fireworks_ai: { provider: 'fireworks', prefixes: ['fireworks_ai/'] },
  bedrock: { provider: 'amazon-bedrock', prefixes: ['bedrock/'] },
  xai: { provider: 'xai', prefixes: ['xai/'] },
  together_ai: { provider: 'togetherai', prefixes: ['together_ai/'] },
  deepinfra: { provider: 'deepinfra', prefixes: ['deepinfra/'] },
  replicate: { provider: 'replicate', prefixes: ['replicate/'] },
  dashscope: { provider: 'alibaba', prefixes: ['dashscope/'] },
  vercel_ai_gateway: { provider: 'gateway', prefixes: ['vercel_ai_gateway/'] },
}

const KINDS: Readonly<Record<string, TaskKind>> = {
  image_generation: 'image',
  image_edit: 'image',
  video_generation: 'video',
}

const QUALITY = /^(?:low|medium|high|standard|hd|auto)$/
const SIZE = /^(\d{2,5})-x-(\d{2,5})$/
// A number of steps, and sizes that are not ones.
const OTHER_CONDITION = /-steps$|-x-/

/** What an entry is about, by its name: which model, and at which quality and size. */
export type Subject = {
  provider: string
  kind: TaskKind
  model: string
  quality: string | undefined
  size: string | undefined
  /** A condition that rules here do not have. */
  other: string | undefined
}

/** The subject of an entry; undefined where it is about nothing that is made here. */
export function subjectOf(name: string, entry: Readonly<Record<string, unknown>>): Subject | undefined {
  const { litellm_provider: by, mode } = entry
  const kind = typeof mode === 'string' && Object.hasOwn(KINDS, mode) ? KINDS[mode] : undefined
  // Google's are told apart further: vertex_ai-image-models, vertex_ai-video-models.
  const family = typeof by === 'string' ? by.replace(/^(vertex_ai)-.*$/, '$1') : ''
  const known = Object.hasOwn(PROVIDERS, family) ? PROVIDERS[family] : undefined
  if (kind === undefined || known === undefined) return undefined
  const bare = (text: string): string => {
    const prefix = known.prefixes.find((each) => text.startsWith(each)) ?? ''
    return text.slice(prefix.length)
  }
  const parts = bare(name).split('/')
  const subject: Subject = {
    provider: known.provider,
    kind,
    model: '',
    quality: undefined,
    size: undefined,
    other: undefined,
  }
  while (parts.length > 1) {
    const [part = ''] = parts
    const size = SIZE.exec(part)
    if (QUALITY.test(part)) subject.quality = part
    else if (size !== null) subject.size = `${size[1]}x${size[2]}`
    else if (OTHER_CONDITION.test(part)) subject.other = part
    else break
    parts.shift()
  }
  return { ...subject, model: bare(parts.join('/')) }
}
