import type { Experimental_VideoModelV4 as VideoModel, ImageModelV4 as ImageModel } from '@ai-sdk/provider'
import type { TaskErrorCode } from '../../core/errors.ts'
import type { MaskForm } from '../../core/tasks/roles.ts'
import type { SizeRules } from '../../core/tasks/size.ts'
import type { CancelOutcome } from '../../ports/engine.ts'
import type { TaskKind } from '../../core/tasks/model.ts'
import type { StartCause } from '../failures/start-causes.ts'
import type { Ways } from '../told-settings.ts'

export type { ImageModel, VideoModel }

/** What every provider package hands out, in so far as we use it. */
export type SdkProvider = {
  imageModel?: (id: string) => ImageModel
  videoModel?: (id: string) => VideoModel
}

/** Settings of one provider, by the names that its package gives them; `fetch` is ours. */
export type ProviderSettings = Readonly<Record<string, unknown>> & { fetch: typeof globalThis.fetch }

export type FrameRole = 'first_frame' | 'last_frame' | 'reference'

export type JsonAnswer = { status: number; json: Readonly<Record<string, unknown>> }

/** One AI SDK provider: all that sets it apart from the others. */
export type ProviderRow = {
  /** The name in messages. */
  name: string
  /** Package settings and the environment variables that fill them; the first that is set wins. */
  variables: Readonly<Record<string, readonly string[]>>
  /** Settings without which the provider cannot be used; `a|b` asks for one of the two. */
  needs: readonly string[]
  load(settings: ProviderSettings): Promise<SdkProvider>
  /** Under which name the package looks for its options. */
  optionsKey: string
  /** Where the provider lives unless `baseURL` says otherwise. */
  home: string
  /** What its models can usually make; a model in the config may say otherwise. */
  sizes: { image?: SizeRules; video?: SizeRules }
  /** The references that the package hands on by itself; others need an input named in the config. */
  frames?: readonly FrameRole[]
  /** How the package is told a mask of a picture, and for which models it leaves it out; absent where it has no way. */
  mask?: { form: MaskForm; except?: RegExp }
  /**
   * How the package is told a clip to work from: among the references of its call, or as a data: URL in this option, with
   * others that go with it unless the model's own say otherwise; absent where it has no way.
   */
  clip?: 'reference' | { option: string; with?: Readonly<Record<string, unknown>> }
  /** How many input pictures an image model usually takes. */
  inputImages: number
  /** Options without which the package takes only the first of several input pictures. */
  forManyImages?: Readonly<Record<string, unknown>>
  /** True when the package silently leaves out references beside frames. */
  framesExcludeReferences?: boolean
  /** How `720p` is said: as an option of that name, or as the landscape size that the package translates. */
  resolution?: 'option' | 'size'
  /** How a picture is told a tier such as `2k`, as options of the package. */
  tier?: (tier: string) => Readonly<Record<string, unknown>>
  seed: 'none' | 'optional'
  /** How the package is told what callers may choose; what is not here needs an input named in the config. */
  says?: { readonly [Kind in TaskKind]?: Ways }
  /** Options that are sent with every call. */
  options?: Readonly<Record<string, unknown>>
  /** The option by which the provider of pictures is told for whom one is made. */
  endUserOption?: string
  /** True when the provider documents that a repeated start with the same idempotency key starts once. */
  idempotent?: boolean
  /** Another address for a request, such as a queue in place of a call that blocks. */
  route?: (url: string, baseURL: string | undefined) => string
  /** Paths at which the package would ask again and again inside one call; we ask once and come back later. */
  polls?: RegExp
  /** An answer to the start that only promises a result: where to ask, and how to read what is found there. */
  promise?: {
    address(answer: JsonAnswer): string | undefined
    pending(answer: JsonAnswer): boolean
    failure(answer: JsonAnswer): string | undefined
  }
  /** An answer in the form that the package knows, where the provider has several. */
  rewrite?: (json: JsonAnswer['json']) => JsonAnswer['json'] | undefined
  /** Final states that the package does not know as such and would wait on for ever. */
  verdict?: (answer: JsonAnswer) => { code: TaskErrorCode; reason: string } | undefined
  /** What its answers to a start mean where they mean more than anyone's; each with the reason and where it is written. */
  starts?: readonly StartCause[]
  /** How a running operation is stopped. A row without it says in `noCancel` why. */
  cancel?: (
    operation: Readonly<Record<string, unknown>>,
    baseURL: string,
  ) => { method: string; url: string } | undefined
  /** What an answer to a cancellation says, where its status does not say it. */
  cancelled?: (answer: JsonAnswer) => CancelOutcome | undefined
  /** Why a job here cannot be stopped: there is no job, or no way to stop it. */
  noCancel?: string
  /** A request that costs nothing and shows whether the key is taken. */
  check?: (settings: Readonly<Record<string, string>>) => { url: string; headers: Record<string, string> }
  /** Which models go, and when, where the answer to `check` says so. */
  shutdowns?: (answer: unknown) => ReadonlyMap<string, string>
  /** The header with which we cancel; the package makes its own for all else. */
  authorization?: (key: string) => string
}
