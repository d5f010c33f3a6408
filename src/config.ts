import { availableParallelism, totalmem } from 'node:os'
import { resolve } from 'node:path'
import type { CredentialsSettings, WatermarkSettings } from './core/files/credentials.ts'
import type { ModerationSettings } from './core/moderation.ts'
import type { EventSettings } from './core/service-event.ts'
import type { SignInSettings } from './core/keys/sign-in-rules.ts'
import { Secret } from './core/keys/secret.ts'
import { ADDRESS_RANGE, readerOf, refuseUnknown, type Environment, type Reader } from './environment.ts'
import {
  readDatabase,
  readS3,
  readUploads,
  type DatabaseSettings,
  type S3Config,
  type UploadSettings,
} from './storage-settings.ts'
import { readCredentials, readWatermark } from './credentials-settings.ts'
import { readEventSettings } from './event-settings.ts'
import { readModeration } from './moderation-settings.ts'
import { readSignIn } from './sign-in-settings.ts'
import { readMetrics, readTraces, type MetricsConfig, type TracesConfig } from './telemetry-config.ts'
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from './runtime/log-event.ts'

const SECOND_MS = 1_000
const DAY_MS = 24 * 60 * 60 * SECOND_MS
const MIB = 2 ** 20
// The addresses of URLs have no zone.
const TARGETS = { test: (range: string) => ADDRESS_RANGE.test(range) && !range.includes('%') }
// A name, with a port, or a whole base if the service is not at its own port over plain http.
const PUBLIC_HOST = /^(?:https?:\/\/)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/
// As browsers write an origin: lowercase, no path, no slash at the end. Apps have their own schemes.
const ORIGIN = /^(?:\*|[a-z][a-z0-9+.-]*:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?)$/

export type { S3Config } from './storage-settings.ts'

/** Every setting. Read once, checked completely, frozen. */
export type Config = UploadSettings &
  DatabaseSettings & {
    readonly host: string
    readonly port: number
    readonly dataDir: string
    /** The maximum number of connections of this process to PostgreSQL. */
    readonly databaseConnections: number
    /** A bucket instead of the files in the data folder. */
    readonly s3: S3Config | undefined
    readonly apiKey: Secret | undefined
    readonly publicUrl: string | undefined
    /** A service elsewhere, for commands that call one. */
    readonly serviceUrl: string | undefined
    /** Bases, such as `https://media.example.com`, that answers may use if a request was sent to their names. */
    readonly publicHosts: readonly string[]
    /** Address ranges of the proxies that are trusted about a client's address. */
    readonly trustedProxies: readonly string[]
    /** Web pages that may call from a browser, by their origins; `*` stands for all. */
    readonly corsOrigins: readonly string[]
    readonly maxConnections: number
    readonly maxConnectionsPerAddress: number
    readonly logLevel: LogLevel
    readonly logFormat: LogFormat
    /** Whether the log contains prompts, on the line of a task's acceptance. */
    readonly logPrompts: boolean
    readonly metrics: MetricsConfig | undefined
    readonly traces: TracesConfig | undefined
    readonly queueTimeoutMs: number
    readonly runTimeoutMs: number
    readonly imageWaitMs: number
    /** Whether a repeat that a client marks as such waits for the task of the original request. */
    readonly adoptRetries: boolean
    /** Whether requests for a model without a price are accepted. */
    readonly unpriced: 'allow' | 'refuse'
    readonly automatic1111: boolean
    readonly drainMs: number
    readonly retentionMs: number | null
    /** How many tasks may wait, over all keys; null means no such limit. */
    readonly maxWaiting: number | null
    readonly maxImages: number
    readonly maxImageBytes: number
    readonly maxImagePixels: number
    readonly maxVideoBytes: number
    readonly maxBodyBytes: number
    readonly maxOutputBytes: number
    readonly allowAddresses: readonly string[]
    readonly renderThreads: number
    /**
     * Whether diorama's pictures contain the data they were drawn from, so that it can draw them again with a change.
     */
    readonly pictureMarks: boolean
    /** Whether long work is done in a second process, separate from the one that answers requests. */
    readonly workshop: boolean
    /** `auto` looks on PATH, `off` never uses it, anything else is the program's path. */
    readonly ffmpeg: string
    /** The file that describes models; undefined looks for one in the working directory. */
    readonly configFile: string | undefined
    /** The file of imported prices; undefined looks for one in the working directory. */
    readonly pricesFile: string | undefined
    readonly comfyUiUrls: readonly string[] | undefined
    /** Mirrors for the files of local models, by the host that each replaces. */
    readonly modelMirrors: ReadonlyMap<string, string>
    /** The npm registry from which the runtime of local models is downloaded. */
    readonly npmRegistry: string
    /** The operator's own `sd-server`, for local models that need it. */
    readonly sdServer: string | undefined
    readonly moderation: ModerationSettings
    /** Where events for operators are sent, in addition to the console. */
    readonly events: EventSettings | undefined
    /** How people sign in; undefined if only keys work. */
    readonly signIn: SignInSettings | undefined
    /** Whether results are signed, and with what. */
    readonly credentials: CredentialsSettings
    readonly watermark: WatermarkSettings | undefined
    /** Whether anyone, without a key, may ask whether a file was made here. */
    readonly provenanceIsPublic: boolean
    /** Keys of model providers, under the providers' own names. */
    readonly secret: (variable: string) => Secret | undefined
    /** The environment that all of this was read from, for a child process that needs the same. */
    readonly environment: () => Environment
  }

/** Thrown if settings are wrong; its message names every problem at once. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : 'problems'}:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}

/** Reads the settings from an environment. */
export function readConfig(environment: Environment): Config {
  const problems: string[] = []
  const read = readerOf(environment, problems)
  refuseUnknown(environment, problems)
  const maxWaiting = read.number('MEDIAGEN_MAX_WAITING', 100_000, 0, 100_000_000)
  const retentionDays = read.number('MEDIAGEN_RETENTION_DAYS', 30, 0, 36_500)
  const key = read.text('MEDIAGEN_API_KEY')
  if (key !== undefined && !/^[\x21-\x7e]{24,512}$/.test(key)) {
    problems.push(
      'MEDIAGEN_API_KEY must be 24 to 512 visible ASCII characters without spaces, such as the output of openssl rand -hex 24',
    )
  }
  const config: Config = {
    host: read.text('HOST') ?? '127.0.0.1',
    port: read.number('PORT', 8080, 0, 65_535),
    dataDir: readDataDir(read),
    ...readDatabase(read, problems),
    databaseConnections: read.number('MEDIAGEN_DATABASE_CONNECTIONS', 10, 2, 1000),
    s3: readS3(read, problems),
    apiKey: key === undefined ? undefined : new Secret(key),
    publicUrl: read.url('MEDIAGEN_PUBLIC_URL'),
    serviceUrl: read.url('MEDIAGEN_URL'),
    publicHosts: readPublicHosts(read),
    ...readOutside(read),
    logLevel: read.choice('MEDIAGEN_LOG_LEVEL', 'info', LOG_LEVELS),
    logFormat: read.choice('MEDIAGEN_LOG_FORMAT', 'auto', LOG_FORMATS),
    logPrompts: read.choice('MEDIAGEN_LOG_PROMPTS', 'off', ['on', 'off']) === 'on',
    metrics: readMetrics(read, problems),
    traces: readTraces(read, problems),
    queueTimeoutMs: read.number('MEDIAGEN_QUEUE_TIMEOUT_SECONDS', 3600, 1, 30 * 86_400) * SECOND_MS,
    runTimeoutMs: read.number('MEDIAGEN_TASK_TIMEOUT_SECONDS', 1800, 1, 30 * 86_400) * SECOND_MS,
    imageWaitMs: read.number('MEDIAGEN_IMAGE_WAIT_SECONDS', 120, 1, 3600) * SECOND_MS,
    adoptRetries: read.choice('MEDIAGEN_ADOPT_RETRIES', 'true', ['true', 'false']) === 'true',
    unpriced: read.choice('MEDIAGEN_UNPRICED', 'allow', ['allow', 'refuse']),
    automatic1111: read.choice('MEDIAGEN_AUTOMATIC1111', 'off', ['on', 'off']) === 'on',
    drainMs: read.number('MEDIAGEN_DRAIN_SECONDS', 20, 0, 3600) * SECOND_MS,
    retentionMs: retentionDays === 0 ? null : retentionDays * DAY_MS,
    maxWaiting: maxWaiting === 0 ? null : maxWaiting,
    maxImages: read.number('MEDIAGEN_MAX_IMAGES', 10, 0, 100),
    maxImageBytes: read.number('MEDIAGEN_MAX_IMAGE_MIB', 20, 1, 1024) * MIB,
    maxVideoBytes: read.number('MEDIAGEN_MAX_VIDEO_MIB', 50, 1, 4096) * MIB,
    maxImagePixels: read.number('MEDIAGEN_MAX_IMAGE_MEGAPIXELS', 40, 1, 200) * 1_000_000,
    maxBodyBytes: read.number('MEDIAGEN_MAX_BODY_MIB', 64, 1, 4096) * MIB,
    ...readUploads(read),
    maxOutputBytes: read.number('MEDIAGEN_MAX_OUTPUT_MIB', 2048, 1, 65_536) * MIB,
    allowAddresses: read.list('MEDIAGEN_ALLOW_ADDRESSES', TARGETS, 'address ranges such as 10.0.0.0/8'),
    renderThreads: read.number('MEDIAGEN_RENDER_THREADS', availableParallelism(), 1, 64),
    pictureMarks: read.choice('MEDIAGEN_PICTURE_MARKS', 'on', ['on', 'off']) === 'on',
    workshop: readWorkshop(read),
    ffmpeg: read.text('MEDIAGEN_FFMPEG') ?? 'auto',
    configFile: read.text('MEDIAGEN_CONFIG'),
    pricesFile: read.text('MEDIAGEN_PRICES'),
    comfyUiUrls: read.urls('MEDIAGEN_COMFYUI_URL'),
    modelMirrors: readModelMirrors(read, problems),
    npmRegistry: read.url('MEDIAGEN_NPM_REGISTRY') ?? 'https://registry.npmjs.org',
    sdServer: read.text('MEDIAGEN_SD_SERVER'),
    moderation: readModeration(read, problems),
    events: readEventSettings(read, problems),
    signIn: readSignIn(read, problems),
    credentials: readCredentials(read, problems),
    watermark: readWatermark(read, problems),
    provenanceIsPublic: read.choice('MEDIAGEN_PROVENANCE_PUBLIC', 'off', ['on', 'off']) === 'on',
    secret: (variable) => {
      const value = environment[variable]?.trim() ?? ''
      return value === '' ? undefined : new Secret(value)
    },
    environment: () => environment,
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze(config)
}

/** Reads only where the records are. A migration job may have no other setting, or only part of the others. */
export function readRecordsPlace(environment: Environment): Pick<Config, 'dataDir' | 'databaseUrl'> {
  const problems: string[] = []
  const read = readerOf(environment, problems)
  // A misspelt MEDIAGEN_DATA_DIR would migrate another database.
  refuseUnknown(environment, problems)
  const place = { dataDir: readDataDir(read), ...readDatabase(read, problems) }
  if (problems.length > 0) throw new ConfigError(problems)
  return place
}

function readDataDir(read: Reader): string {
  return resolve(read.text('MEDIAGEN_DATA_DIR') ?? './data')
}

function readPublicHosts(read: Reader): string[] {
  const what = 'lowercase names such as media.example.com, media.lan:9000 or https://media.example.com'
  const listed = read.list('MEDIAGEN_PUBLIC_HOSTS', PUBLIC_HOST, what)
  return listed.map((each) => URL.parse(each.includes('://') ? each : `http://${each}`)?.origin ?? each)
}

/** A single base replaces the hub; `host=base` names another host that it replaces. */
function readModelMirrors(read: Reader, problems: string[]): ReadonlyMap<string, string> {
  const mirrors = new Map<string, string>()
  for (const entry of (read.text('MEDIAGEN_MODELS_MIRROR') ?? '').split(/[\s,]+/).filter((each) => each !== '')) {
    const [, host = 'huggingface.co', base = entry] = /^([a-z0-9.-]+(?::\d+)?)=(.*)$/.exec(entry) ?? []
    const url = URL.parse(base)
    if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '')
      mirrors.set(host, url.href.replace(/\/+$/, ''))
    else
      problems.push(
        `MEDIAGEN_MODELS_MIRROR must be a base address such as https://hub.example.com, or host=base, not '${entry}'`,
      )
  }
  return mirrors
}

type Outside = 'trustedProxies' | 'corsOrigins' | 'maxConnections' | 'maxConnectionsPerAddress'

function readOutside(read: Reader): Pick<Config, Outside> {
  return {
    trustedProxies: read.list('MEDIAGEN_TRUST_PROXY', ADDRESS_RANGE, 'address ranges such as 10.0.0.0/8'),
    corsOrigins: read.list('MEDIAGEN_CORS_ORIGINS', ORIGIN, 'origins such as https://app.example.com, or be *'),
    maxConnections: read.number('MEDIAGEN_MAX_CONNECTIONS', 10_000, 1, 1_000_000),
    maxConnectionsPerAddress: read.number('MEDIAGEN_MAX_CONNECTIONS_PER_ADDRESS', 512, 1, 1_000_000),
  }
}

/** The process's own environment; nothing else in the program reads it. */
export function processEnvironment(): Environment {
  // oxlint-disable-next-line eslint/no-restricted-properties -- the one place where the environment is read
  return process.env
}

// The maximum memory of both processes while clips are drawn, and as much again for everything else on the machine.
const WORKSHOP_FROM_BYTES = 2 * 2 ** 30

/** On by default if there is a core for it, and memory. */
function readWorkshop(read: Reader): boolean {
  const chosen = read.choice('MEDIAGEN_WORKSHOP', 'auto', ['auto', 'on', 'off'])
  if (chosen !== 'auto') return chosen === 'on'
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return availableParallelism() > 1 && memory >= WORKSHOP_FROM_BYTES
}
