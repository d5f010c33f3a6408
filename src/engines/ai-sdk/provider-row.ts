import type { Experimental_VideoModelV4 as VideoModel, ImageModelV4 as ImageModel } from '@ai-sdk/provider'
import type { TaskErrorCode } from '../../core/errors.ts'
import type { MaskForm } from '../../core/tasks/roles.ts'
import type { SizeRules } from '../../core/tasks/size.ts'
import type { CancelOutcome } from '../../ports/engine.ts'
import type { TaskKind } from '../../core/tasks/model.ts'
import type { StartCause } from '../failures/start-causes.ts'
import type { Ways } from '../told-settings.ts'

export type { ImageModel, VideoModel }

/** The part of a provider package that we use. */
export type SdkProvider = {
  imageModel?: (id: string) => ImageModel
  videoModel?: (id: string) => VideoModel
}

/** Settings of one provider, by its package's names; `fetch` is ours. */
export type ProviderSettings = Readonly<Record<string, unknown>> & { fetch: typeof globalThis.fetch }

export type FrameRole = 'first_frame' | 'last_frame' | 'reference'

export type JsonAnswer = { status: number; json: Readonly<Record<string, unknown>> }

/** One AI SDK provider: everything in which it differs from the others. */
export type ProviderRow = {
  /** The name in messages. */
  name: string
  /** Package settings and the environment variables that fill them; the first one that is set wins. */
  variables: Readonly<Record<string, readonly string[]>>
  /** Settings without which the provider cannot be used; `a|b` needs one of the two. */
  needs: readonly string[]
  load(settings: ProviderSettings): Promise<SdkProvider>
  /** The name under which the package looks for its options. */
  optionsKey: string
  /** The provider's URL unless `baseURL` overrides it. */
  home: string
  /** The usual abilities of its models; a model in the config may override them. */
  sizes: { image?: SizeRules; video?: SizeRules }
  /** The references that the package passes on itself; others need an input named in the config. */
  frames?: readonly FrameRole[]
  /** How the package receives a mask, and for which models it leaves it out; absent if it cannot. */
  mask?: { form: MaskForm; except?: RegExp }
  /**
   * How the package receives an input clip: among the references of its call, or as a data: URL in this option, with
   * further options that the model's own override; absent if it cannot.
   */
  clip?: 'reference' | { option: string; with?: Readonly<Record<string, unknown>> }
  /** The usual number of input pictures of an image model. */
  inputImages: number
  /** Options without which the package takes only the first of several input pictures. */
  forManyImages?: Readonly<Record<string, unknown>>
  /** True if the package silently leaves out references when there are frames. */
  framesExcludeReferences?: boolean
  /** How to request `720p`: as an option of that name, or as the landscape size that the package translates. */
  resolution?: 'option' | 'size'
  /** How to request a tier such as `2k` for a picture, as options of the package. */
  tier?: (tier: string) => Readonly<Record<string, unknown>>
  seed: 'none' | 'optional'
  /** How the package receives the settings that callers may choose; any other needs an input named in the config. */
  says?: { readonly [Kind in TaskKind]?: Ways }
  /** Options that are sent with every call. */
  options?: Readonly<Record<string, unknown>>
  /** The option that tells the provider of pictures the end user. */
  endUserOption?: string
  /** True if the provider documents that a repeated start with the same idempotency key starts once. */
  idempotent?: boolean
  /** Another URL for a request, such as a queue instead of a blocking call. */
  route?: (url: string, baseURL: string | undefined) => string
  /** Paths that the package would poll inside one call; we ask once and come back later. */
  polls?: RegExp
  /** An answer to the start that only announces a result: where to ask, and how to read the answer there. */
  promise?: {
    address(answer: JsonAnswer): string | undefined
    pending(answer: JsonAnswer): boolean
    failure(answer: JsonAnswer): string | undefined
  }
  /** Converts an answer to the form that the package knows, if the provider has several. */
  rewrite?: (json: JsonAnswer['json']) => JsonAnswer['json'] | undefined
  /** Final states that the package does not recognise, so that it would wait forever. */
  verdict?: (answer: JsonAnswer) => { code: TaskErrorCode; reason: string } | undefined
  /** The meaning of its answers to a start, if it differs from the usual one; each with the reason and the source. */
  starts?: readonly StartCause[]
  /** How to stop a running operation. A row without it gives the reason in `noCancel`. */
  cancel?: (
    operation: Readonly<Record<string, unknown>>,
    baseURL: string,
  ) => { method: string; url: string } | undefined
  /** The meaning of an answer to a cancellation, if its status does not show it. */
  cancelled?: (answer: JsonAnswer) => CancelOutcome | undefined
  /** Why a job here cannot be stopped: there is no job, or no way to stop it. */
  noCancel?: string
  /** A request that costs nothing and shows whether the key is accepted. */
  check?: (settings: Readonly<Record<string, string>>) => { url: string; headers: Record<string, string> }
  /** The models that will be shut down, and when, if the answer to `check` says so. */
  shutdowns?: (answer: unknown) => ReadonlyMap<string, string>
  /** The header for our cancellations; the package makes its own for everything else. */
  authorization?: (key: string) => string
}
