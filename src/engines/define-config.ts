import type { WeightsRole } from '../core/local-model.ts'

/**
 * The form of `mediagen.config.ts` and `mediagen.config.json`. Everything is optional: what is left out comes from the
 * provider's row, and without a file every provider whose key is in the environment offers a small set of models.
 */
export type MediagenConfig = {
  /** Offer `diorama` and `sandbox`. Default: yes. */
  builtIn?: boolean
  /** Offer the ready-made models of every provider whose key is set. Default: yes. */
  curated?: boolean
  /** Servers and accounts beyond one account a provider, by a name of your own. */
  engines?: Readonly<Record<string, EngineConfig>>
  /** Models by the name that callers use. */
  models?: Readonly<Record<string, ModelConfig | LocalModelConfig>>
  /** How models run on this machine: those with `engine: 'local'`. */
  local?: LocalConfig
  /**
   * Further names for models, for clients that insist on theirs: `'gpt-image-1': 'diorama'`. An alias has every kind that
   * its model has, or the one that is said.
   */
  aliases?: Readonly<Record<string, string | AliasConfig>>
}

export type AliasConfig = { kind: 'image' | 'video'; model: string }

export type EngineConfig = {
  /** An AI SDK provider such as `fal`, or one of our own protocols, such as `comfyui` or `openai-compatible`. */
  type: string
  /** Where the server is; for providers only to replace their own address. ComfyUI and OpenAI-compatible: also a list of servers. */
  baseURL?: string | readonly string[]
  /** `dns`: every address behind the host name of `baseURL` is a server, and the name is looked up again every five seconds. */
  discovery?: 'dns'
  /** The environment variable that holds the key. Keys themselves do not belong into this file. */
  keyVariable?: string
  /** Further settings of the provider's package, such as `project`, `location`, `resourceName`, `region`. */
  settings?: Readonly<Record<string, string>>
  /** Calls under way at once in one process. */
  concurrency?: number
  /** Jobs that the provider has at once, over every process: what your account or your GPU can take. Of several servers: each. */
  fleetConcurrency?: number
  /** ComfyUI: the folder of workflow files. Default: `./workflows`, else those that come along. */
  workflows?: string
  /** ComfyUI: hand out results with the workflow that ComfyUI writes into them. Default: no. */
  keepMetadata?: boolean
}

export type LocalConfig = {
  /** `auto` takes a GPU where the runtime finds one; `gpu` refuses to run without; `cpu` never looks. Default: `auto`. */
  device?: 'auto' | 'cpu' | 'gpu'
  /** Threads of the CPU at most; never more than there are free cores. */
  threads?: number
  /** How long a model stays loaded that nobody uses. Default: 300. */
  unloadAfterSeconds?: number
  /** What loaded models may take together, in GB. Default: most of the device's memory. */
  memoryGB?: number
  /** The absolute path of a folder with LoRA files, which callers name where `takes` allows it. */
  loras?: string
  /** Pictures at once over all processes, for workers on several machines. Default: 1. */
  fleetConcurrency?: number
}

/** A model on this machine: its files in place of a provider's name for it. */
export type LocalModelConfig = Omit<ModelConfig, 'model' | 'files'> & {
  engine: 'local'
  files: Readonly<Partial<Record<WeightsRole, string>>>
  model?: string
}

export type ModelConfig = {
  kind: 'image' | 'video'
  /** A provider's id, or a name from `engines`. */
  engine: string
  /** What the provider calls the model; for ComfyUI the workflow file, for a one-model server anything. */
  model: string
  /** For `engine: 'local'`: the absolute paths of its files, by their role. */
  files?: Readonly<Partial<Record<WeightsRole, string>>>
  /** For `engine: 'local'`: the architecture, such as `flux2-klein`, `sd1` or `sdxl`; told from the files where left out. */
  family?: string
  /** For `engine: 'local'`: what runs it. Default: `sd-server` for the families that only it knows, else `bare`. */
  driver?: 'bare' | 'sd-server'
  description?: string
  /** `upscale` enlarges a picture, `cutout` removes its background: one click on a result. `generate` unless said. */
  does?: 'generate' | 'upscale' | 'cutout'
  /** Options that go to the provider with every job, by the names it uses. */
  options?: Readonly<Record<string, unknown>>
  /**
   * Which of the model's own inputs takes a role (`first_frame`, `last_frame`, `reference`, `mask`) or a parameter
   * (`aspect_ratio`, `resolution`, whatever is in `takes`, an option). A name that ends in `[]` takes a list.
   */
  inputs?: Readonly<Record<string, string>>
  /** What the references mean, in order; an empty list refuses them. */
  references?: readonly string[]
  maxReferences?: number
  /** Named ratios such as `16:9`; the first is the default. */
  ratios?: readonly string[]
  /** With `ratios`: `480p`, `720p`, `1080p`; of pictures `1k`, `2k`, `4k`. */
  resolutions?: readonly string[]
  /** Exact sizes such as `1280x720`; the first is the default. */
  sizes?: readonly string[]
  /** Any size within bounds. */
  free?: { width: number; height: number; minSide: number; maxSide: number; multipleOf: number }
  /** Whether callers may give a seed. */
  seed?: boolean
  /** How long a prompt may be under `/v1`, `/sdapi` and `/mcp`: 3000 to 32000 characters. Under `/api` it is always 3000. */
  maxPromptCharacters?: number
  /** Length of a clip unless its caller chooses another, which `takes` must allow. */
  seconds?: number
  /** What callers may choose, by the names of the parameters; whatever is not here is refused. */
  takes?: TakesConfig
  /** As for engines, for this model alone: it gets a queue of its own. */
  concurrency?: number
  fleetConcurrency?: number
  queueTimeoutSeconds?: number
  timeoutSeconds?: number
  /** What it costs, in US dollars: `{ perImage: 0.04 }`, or rules of which the first that fits counts. */
  price?: PriceConfig
  /** Models of the same kind that take over when a start is known not to have happened. */
  fallbacks?: readonly string[]
  /** The day on which the provider shuts the model down, such as `2026-12-01`, UTC: from then on it is hidden and refused. */
  retires?: string
  /** The model of the same kind that callers are told to use instead. */
  successor?: string
}

/** What callers may choose for a model. */
export type TakesConfig = {
  /** The lengths of clips, such as `[4, 6, 8]`, or whole seconds within bounds. */
  seconds?: readonly number[] | { from: number; to: number }
  /** Sound may be switched on and off; the value is what holds where nobody says. */
  audio?: boolean
  negative_prompt?: boolean
  quality?: readonly ('low' | 'medium' | 'high' | 'xhigh' | 'max')[]
  background?: readonly ('transparent' | 'opaque')[]
  /** The formats that the model writes itself; pictures in others are written anew here. */
  output_format?: readonly ('png' | 'jpeg' | 'webp')[]
  strength?: boolean
  /** Styles by name: the provider's options that make each of them. */
  style?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Options that callers may give, by the provider's names: as much of JSON Schema as one value needs. */
  options?: Readonly<Record<string, OptionConfig>>
  /** Roles that callers may name for an image, in addition to those in `references`: `mask`, `source` and the others. */
  roles?: readonly ('first_frame' | 'last_frame' | 'reference' | 'mask' | 'source' | 'video')[]
}

export type OptionConfig = {
  type: 'integer' | 'number' | 'string' | 'boolean'
  minimum?: number
  maximum?: number
  enum?: readonly string[]
  maxLength?: number
  description?: string
}

export type PriceConfig = PriceRuleConfig | readonly PriceRuleConfig[]

/** One line of a price list. Its amounts add up; results are measured, not taken as they were asked for. */
export type PriceRuleConfig = {
  /** Which results it is for; every result, where it is left out. */
  when?: {
    /** Such as `1024x1024`, or several. */
    size?: string | readonly string[]
    /** `480p`, `720p`, `1080p` or `2160p`, or several: by the shorter side, or else by the area. */
    resolution?: string | readonly string[]
    /** Width times height at most. */
    maxPixels?: number
    /** With sound or without, where callers may choose. */
    audio?: boolean
    /** `low`, `medium`, `high`, `xhigh` or `max`, or several, where callers may choose. */
    quality?: string | readonly string[]
    /** Only where the model has these `options`, such as `{ quality: 'high' }`. */
    options?: Readonly<Record<string, string | number | boolean>>
  }
  perTask?: number
  perImage?: number
  perInputImage?: number
  perSecond?: number
  perMegapixel?: number
  /** Count megapixels as begun, one being 1024x1024, in place of to the pixel. */
  wholeMegapixels?: boolean
}

/** Gives a config file its types. */
export function defineConfig(config: MediagenConfig): MediagenConfig {
  return config
}
