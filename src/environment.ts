import { isIP } from 'node:net'
import { nearestName } from './core/text/nearest-name.ts'

/** Names and meanings of all variables; `docs/configuration.md` is compared with it by a test. */
export const VARIABLES = [
  'PORT',
  'HOST',
  'MEDIAGEN_DATA_DIR',
  'MEDIAGEN_API_KEY',
  'MEDIAGEN_URL',
  'MEDIAGEN_WEBHOOK_SECRET',
  'MEDIAGEN_PUBLIC_URL',
  'MEDIAGEN_PUBLIC_HOSTS',
  'MEDIAGEN_TRUST_PROXY',
  'MEDIAGEN_CORS_ORIGINS',
  'MEDIAGEN_MAX_CONNECTIONS',
  'MEDIAGEN_MAX_CONNECTIONS_PER_ADDRESS',
  'MEDIAGEN_LOG_LEVEL',
  'MEDIAGEN_LOG_FORMAT',
  'MEDIAGEN_LOG_PROMPTS',
  'MEDIAGEN_WORKSHOP',
  'MEDIAGEN_METRICS',
  'MEDIAGEN_METRICS_PORT',
  'MEDIAGEN_METRICS_HOST',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_TRACES_EXPORTER',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_SDK_DISABLED',
  'MEDIAGEN_QUEUE_TIMEOUT_SECONDS',
  'MEDIAGEN_TASK_TIMEOUT_SECONDS',
  'MEDIAGEN_IMAGE_WAIT_SECONDS',
  'MEDIAGEN_ADOPT_RETRIES',
  'MEDIAGEN_UNPRICED',
  'MEDIAGEN_AUTOMATIC1111',
  'MEDIAGEN_DRAIN_SECONDS',
  'MEDIAGEN_RETENTION_DAYS',
  'MEDIAGEN_MAX_WAITING',
  'MEDIAGEN_MAX_IMAGES',
  'MEDIAGEN_MAX_IMAGE_MIB',
  'MEDIAGEN_MAX_IMAGE_MEGAPIXELS',
  'MEDIAGEN_MAX_VIDEO_MIB',
  'MEDIAGEN_MAX_BODY_MIB',
  'MEDIAGEN_MAX_OUTPUT_MIB',
  'MEDIAGEN_UPLOAD_HOURS',
  'MEDIAGEN_MAX_UPLOADS_MIB',
  'MEDIAGEN_ALLOW_ADDRESSES',
  'MEDIAGEN_RENDER_THREADS',
  'MEDIAGEN_PICTURE_MARKS',
  'MEDIAGEN_CREDENTIALS',
  'MEDIAGEN_CREDENTIALS_CERT',
  'MEDIAGEN_CREDENTIALS_KEY',
  'MEDIAGEN_CREDENTIALS_SIGNER',
  'MEDIAGEN_CREDENTIALS_TSA',
  'MEDIAGEN_WATERMARK',
  'MEDIAGEN_WATERMARK_FAIL',
  'MEDIAGEN_WATERMARK_TIMEOUT_SECONDS',
  'MEDIAGEN_HOOK_TOKEN',
  'MEDIAGEN_PROVENANCE_PUBLIC',
  'MEDIAGEN_FFMPEG',
  'MEDIAGEN_CONFIG',
  'MEDIAGEN_PRICES',
  'MEDIAGEN_COMFYUI_URL',
  'MEDIAGEN_MODELS_MIRROR',
  'MEDIAGEN_NPM_REGISTRY',
  'MEDIAGEN_SD_SERVER',
  'MEDIAGEN_MODERATION_WORDS',
  'MEDIAGEN_MODERATION_URL',
  'MEDIAGEN_MODERATION_SECRET',
  'MEDIAGEN_MODERATION_ON',
  'MEDIAGEN_MODERATION_FAIL',
  'MEDIAGEN_MODERATION_TIMEOUT_SECONDS',
  'MEDIAGEN_MODERATION_MODEL',
  'MEDIAGEN_MODERATION_THRESHOLD',
  'MEDIAGEN_EVENTS_URL',
  'MEDIAGEN_EVENTS_SECRET',
  'MEDIAGEN_OIDC_ISSUER',
  'MEDIAGEN_OIDC_CLIENT_ID',
  'MEDIAGEN_OIDC_CLIENT_SECRET',
  'MEDIAGEN_OIDC_NAME',
  'MEDIAGEN_OIDC_SCOPES',
  'MEDIAGEN_OIDC_AUDIENCE',
  'MEDIAGEN_MCP_AUDIENCE',
  'MEDIAGEN_OIDC_ROLE_CLAIM',
  'MEDIAGEN_SIGN_IN_ALLOWED',
  'MEDIAGEN_SIGN_IN_ADMINS',
  'MEDIAGEN_SIGN_IN_ROLES',
  'MEDIAGEN_SIGN_IN_PROJECTS',
  'MEDIAGEN_SESSION_HOURS',
  'MEDIAGEN_SESSION_IDLE_MINUTES',
  'MEDIAGEN_TRUSTED_USER_HEADER',
  'MEDIAGEN_TRUSTED_USER_PROXY',
  'MEDIAGEN_TRUSTED_ROLE_HEADER',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'MEDIAGEN_DATABASE_CONNECTIONS',
  'MEDIAGEN_S3_BUCKET',
  'MEDIAGEN_S3_ENDPOINT',
  'MEDIAGEN_S3_REGION',
  'MEDIAGEN_S3_PATH_STYLE',
  'MEDIAGEN_S3_ACCESS_KEY_ID',
  'MEDIAGEN_S3_SECRET_ACCESS_KEY',
  'MEDIAGEN_S3_PREFIX',
  'MEDIAGEN_S3_PUBLIC_URL',
  'MEDIAGEN_S3_PRESIGN_SECONDS',
  'MEDIAGEN_S3_PUBLIC_ENDPOINT',
] as const
type Variable = (typeof VARIABLES)[number]

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads variables one by one; what is wrong with them is told all at once. */
export type Reader = {
  text(name: Variable): string | undefined
  number(name: Variable, fallback: number, least: number, most: number): number
  choice<T extends string>(name: Variable, fallback: T, choices: readonly T[]): T
  url(name: Variable): string | undefined
  /** Several addresses, apart by commas; undefined where nothing is set. */
  urls(name: Variable): string[] | undefined
  list(name: Variable, form: { test(item: string): boolean }, what: string): string[]
}

/** An address, or a range of them such as 10.0.0.0/8. */
export const ADDRESS_RANGE = {
  test(range: string): boolean {
    const [address = '', bits, ...rest] = range.split('/')
    const most = isIP(address) === 4 ? 32 : 128
    const isSmall = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
    return isIP(address) !== 0 && isSmall && rest.length === 0
  },
}

export function readerOf(environment: Environment, problems: string[]): Reader {
  const text = (name: Variable): string | undefined => {
    const value = environment[name]?.trim()
    return value === undefined || value === '' ? undefined : value
  }
  const address = (name: Variable, value: string): string | undefined => {
    const url = URL.parse(value)
    const isBase = url?.username === '' && url.search === '' && url.hash === ''
    if (isBase && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '')
    problems.push(`${name} must be an http or https URL such as https://media.example.com, not '${value}'`)
    return undefined
  }
  return {
    text,
    number(name, fallback, least, most) {
      const value = text(name)
      if (value === undefined) return fallback
      const number = Number(value)
      if (/^\d+$/.test(value) && number >= least && number <= most) return number
      problems.push(`${name} must be a whole number from ${least} to ${most}, not '${value}'`)
      return fallback
    },
    choice(name, fallback, choices) {
      const value = text(name)
      const found = value === undefined ? fallback : choices.find((choice) => choice === value)
      if (found === undefined) problems.push(`${name} must be one of ${choices.join(', ')}, not '${value}'`)
      return found ?? fallback
    },
    url(name) {
      const value = text(name)
      return value === undefined ? undefined : address(name, value)
    },
    urls(name) {
      const found = (text(name) ?? '')
        .split(/[\s,]+/)
        .filter((item) => item !== '')
        .flatMap((item) => address(name, item) ?? [])
      return found.length === 0 ? undefined : found
    },
    list(name, form, what) {
      const items = (text(name) ?? '').split(/[\s,]+/).filter((item) => item !== '')
      for (const item of items) {
        if (!form.test(item)) problems.push(`${name} must list ${what}, not '${item}'`)
      }
      return items
    },
  }
}

// Names are compared without it: with it, all of them are alike.
const PREFIX = /^MEDIAGEN_/

// In a namespace with a Service named mediagen or mediagen-prod, Kubernetes sets these in every pod. MEDIAGEN_PORT=8080 is
// still a mistake, so there the value counts too.
const SERVICE_LINK =
  /^MEDIAGEN_(?:\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)=|^MEDIAGEN_(?:\w+_)?PORT=(?:tcp|udp|sctp):\/\//

/** A misspelt name would otherwise be a setting that silently does nothing. */
export function refuseUnknown(environment: Environment, problems: string[]): void {
  for (const [name, value] of Object.entries(environment)) {
    if (!PREFIX.test(name) || (VARIABLES as readonly string[]).includes(name)) continue
    if (SERVICE_LINK.test(`${name}=${value}`)) continue
    const bare = (each: string): string => each.replace(PREFIX, '')
    const near = nearestName(bare(name), VARIABLES.map(bare))
    const longer = VARIABLES.filter((each) => each.startsWith(`${name}_`))
    const meant = VARIABLES.find((each) => bare(each) === near) ?? (longer.length === 1 ? longer[0] : undefined)
    const question = meant === undefined ? '' : ` Did you mean ${meant}?`
    problems.push(`${name} is not a setting.${question} docs/configuration.md lists all settings`)
  }
}
