import type { WeightsRole } from '../core/local-model.ts'

/**
 * The form of `mediagen.config.ts` and `mediagen.config.json`. Everything is optional: defaults come from the
 * provider's row, and without a file, every provider whose key is in the environment offers a small set of models.
 */
export type MediagenConfig = {
  /** Offer `diorama` and `sandbox`. Default: yes. */
  builtIn?: boolean
  /** Offer the ready-made models of every provider whose key is set. Default: yes. */
  curated?: boolean
  /** Your own servers, and further accounts at a provider, by names that you choose. */
  engines?: Readonly<Record<string, EngineConfig>>
  /** Models by the names that callers use. */
  models?: Readonly<Record<string, ModelConfig | LocalModelConfig>>
  /** How models run on this machine: those with `engine: 'local'`. */
  local?: LocalConfig
  /**
   * Further names for models, for clients that insist on theirs: `'gpt-image-1': 'diorama'`. An alias has every kind
   * that its model has, or the one that is named.
   */
  aliases?: Readonly<Record<string, string | AliasConfig>>
}

export type AliasConfig = { kind: 'image' | 'video'; model: string }

export type EngineConfig = {
  /** An AI SDK provider such as `fal`, or one of our own protocols, such as `comfyui` or `openai-compatible`. */
  type: string
  /**
   * The URL of the server; for providers, only to replace their own. ComfyUI and OpenAI-compatible: also a list of
   * servers.
   */
  baseURL?: string | readonly string[]
  /**
   * `dns`: every address behind the host name of `baseURL` is a server, and the name is looked up again every five
   * seconds.
   */
  discovery?: 'dns'
  /** The environment variable with the key. Keys themselves do not belong in this file. */
  keyVariable?: string
  /** Further settings of the provider's package, such as `project`, `location`, `resourceName`, `region`. */
  settings?: Readonly<Record<string, string>>
  /** Concurrent calls of one process. */
  concurrency?: number
  /**
   * Concurrent jobs at the provider, over every process: what your account or your GPU can take. With several servers:
   * each.
   */
  fleetConcurrency?: number
  /** ComfyUI: the folder of workflow files. Default: `./workflows`, otherwise the bundled ones. */
  workflows?: string
  /** ComfyUI: return results with the workflow that ComfyUI writes into them. Default: no. */
  keepMetadata?: boolean
}

export type LocalConfig = {
  /**
   * `auto` uses a GPU if the runtime finds one; `gpu` refuses to run without one; `cpu` never looks. Default: `auto`.
   */
  device?: 'auto' | 'cpu' | 'gpu'
  /** The maximum number of CPU threads; never more than there are free cores. */
  threads?: number
  /** How long an unused model stays loaded. Default: 300. */
  unloadAfterSeconds?: number
  /** The maximum memory of all loaded models, in GB. Default: most of the device's memory. */
  memoryGB?: number
  /** The absolute path of a folder with LoRA files, which callers name if `takes` allows it. */
  loras?: string
  /** Concurrent pictures over all processes, for workers on several machines. Default: 1. */
  fleetConcurrency?: number
}

/** A model on this machine: its files instead of a provider's name for it. */
export type LocalModelConfig = Omit<ModelConfig, 'model' | 'files'> & {
  engine: 'local'
  files: Readonly<Partial<Record<WeightsRole, string>>>
  model?: string
}

export type ModelConfig = {
  kind: 'image' | 'video'
  /** A provider's id, or a name from `engines`. */
  engine: string
  /** The provider's name for the model; for ComfyUI the workflow file, for a one-model server anything. */
  model: string
  /** For `engine: 'local'`: the absolute paths of its files, by their role. */
  files?: Readonly<Partial<Record<WeightsRole, string>>>
  /**
   * For `engine: 'local'`: the architecture, such as `flux2-klein`, `sd1` or `sdxl`; detected from the files by
   * default.
   */
  family?: string
  /**
   * For `engine: 'local'`: the program that runs it. Default: `sd-server` for the families that only it supports,
   * otherwise `bare`.
   */
  driver?: 'bare' | 'sd-server'
  description?: string
  /** `upscale` enlarges a picture, `cutout` removes its background: one click on a result. Default: `generate`. */
  does?: 'generate' | 'upscale' | 'cutout'
  /** Options that are sent to the provider with every job, by the provider's names. */
  options?: Readonly<Record<string, unknown>>
  /**
   * Which of the model's own inputs takes a role (`first_frame`, `last_frame`, `reference`, `mask`) or a parameter
   * (`aspect_ratio`, `resolution`, anything in `takes`, an option). A name that ends in `[]` takes a list.
   */
  inputs?: Readonly<Record<string, string>>
  /** What the references mean, in order; an empty list refuses them. */
  references?: readonly string[]
  maxReferences?: number
  /** Named ratios such as `16:9`; the first is the default. */
  ratios?: readonly string[]
  /** With `ratios`: `480p`, `720p`, `1080p`; for pictures, `1k`, `2k`, `4k`. */
  resolutions?: readonly string[]
  /** Exact sizes such as `1280x720`; the first is the default. */
  sizes?: readonly string[]
  /** Any size within bounds. */
  free?: { width: number; height: number; minSide: number; maxSide: number; multipleOf: number }
  /** Whether callers may choose a seed. */
  seed?: boolean
  /**
   * The maximum length of a prompt under `/v1`, `/sdapi` and `/mcp`: 3000 to 32000 characters. Under `/api`, it is
   * always 3000.
   */
  maxPromptCharacters?: number
  /** The default length of a clip; `takes` must allow other lengths. */
  seconds?: number
  /** The settings that callers may choose, by the names of the parameters; all others are refused. */
  takes?: TakesConfig
  /** As for engines, but only for this model: it gets its own queue. */
  concurrency?: number
  fleetConcurrency?: number
  queueTimeoutSeconds?: number
  timeoutSeconds?: number
  /** Its price in US dollars: `{ perImage: 0.04 }`, or rules of which the first matching one applies. */
  price?: PriceConfig
  /** Fallback models of the same kind, used when a start is known not to have happened. */
  fallbacks?: readonly string[]
  /**
   * The day on which the provider shuts the model down, such as `2026-12-01`, UTC: from then on, it is hidden and
   * refused.
   */
  retires?: string
  /** The model of the same kind that callers are told to use instead. */
  successor?: string
}

/** The settings that callers may choose for a model. */
export type TakesConfig = {
  /** The lengths of clips, such as `[4, 6, 8]`, or whole seconds within bounds. */
  seconds?: readonly number[] | { from: number; to: number }
  /** Sound can be turned on and off; the value is the default. */
  audio?: boolean
  negative_prompt?: boolean
  quality?: readonly ('low' | 'medium' | 'high' | 'xhigh' | 'max')[]
  background?: readonly ('transparent' | 'opaque')[]
  /** The formats that the model writes itself; pictures are converted here to others. */
  output_format?: readonly ('png' | 'jpeg' | 'webp')[]
  strength?: boolean
  /** Styles by name: the provider's options for each of them. */
  style?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Options that callers may set, by the provider's names: the part of JSON Schema that one value needs. */
  options?: Readonly<Record<string, OptionConfig>>
  /**
   * Roles that callers may name for an image, in addition to those in `references`: `mask`, `source` and the others.
   */
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

/** One line of a price list. Its amounts add up; results are measured, not taken as requested. */
export type PriceRuleConfig = {
  /** The results that it applies to; every result if absent. */
  when?: {
    /** Such as `1024x1024`, or several. */
    size?: string | readonly string[]
    /** `480p`, `720p`, `1080p` or `2160p`, or several: by the shorter side, or otherwise by the area. */
    resolution?: string | readonly string[]
    /** The maximum of width times height. */
    maxPixels?: number
    /** With sound or without, if callers may choose. */
    audio?: boolean
    /** `low`, `medium`, `high`, `xhigh` or `max`, or several, if callers may choose. */
    quality?: string | readonly string[]
    /** Only if the model has these `options`, such as `{ quality: 'high' }`. */
    options?: Readonly<Record<string, string | number | boolean>>
  }
  perTask?: number
  perImage?: number
  perInputImage?: number
  perSecond?: number
  perMegapixel?: number
  /** Round megapixels up, each being 1024x1024, instead of counting to the pixel. */
  wholeMegapixels?: boolean
}

/** Gives a config file its types. */
export function defineConfig(config: MediagenConfig): MediagenConfig {
  return config
}
