// Written by scripts/write-api-types.ts from the service's own document; changes made by hand are lost.

export type ServiceEvent = {
  /** The `webhook-id` of its webhook. */
  id: string
  /** Seconds since 1970. */
  at: number
  type: 'budget.reached' | 'engine.down' | 'engine.up' | 'model.retiring' | 'webhook.failing' | 'key.expiring'
  /** The subject of the event, such as `engine/openai` or `key/` and its id. */
  subject: string
  keyId: string | null
  /** The current name. */
  keyName: string | null
  project: string | null
  /** The current name. */
  projectName: string | null
  /** The event as a sentence. */
  summary: string
  data: {
    period?: 'day' | 'month'
    /** The day or the month, UTC. */
    begins?: string
    percent?: number
    limitUsd?: number
    /** Includes reservations for running tasks. */
    spentUsd?: number
    engine?: string
    reason?: string | null
    /** The worker that raised the event. */
    process?: string
    model?: string
    kind?: string
    retires?: string
    successor?: string | null
    /** The event is raised this many days before the model is shut down or the key expires, or later if fewer days are left. */
    days?: number
    host?: string
    taskId?: string
    attempts?: number
    isGivenUp?: boolean
    status?: number | null
    error?: string | null
    expiresAt?: string
  }
  /** The status of its webhook; null if none is sent. */
  delivery: 'pending' | 'delivered' | 'dead' | null
}

export type AuditEntry = {
  /** Seconds since 1970. */
  at: number
  actor: {
    /** Null if the actor was not a key. */
    keyId: string | null
    /** The key's name at that time, `command line` or `environment`. */
    name: string
  }
  action: 'create' | 'edit' | 'rotate' | 'revoke' | 'rotate webhook secret' | 'environment' | 'pause engine' | 'resume engine' | 'cancel task' | 'read task' | 'add local model' | 'remove local model' | 'sign in' | 'sign out' | 'create project' | 'edit project' | 'archive project' | 'restore project'
  /** The changed key or project, or the owner of the task; null for an engine or a local model. */
  keyId: string | null
  changes: Array<{
    field: string
    from: string | number | string[] | null
    to: string | number | string[] | null
  }>
}

export type Project = {
  object: 'project'
  id: string
  name: string
  state: 'active' | 'archived'
  /** Seconds since 1970, like all times here. */
  created: number
  archived: number | null
  limits: {
    /** Maximum number of concurrent tasks across all its keys; null for no limit. */
    inWork: number | null
    /** Maximum number of queued tasks across all its keys. */
    waiting: number | null
    /** Daily budget of all its keys in US dollars (UTC days). */
    perDayUsd: number | null
    /** Monthly budget of all its keys (UTC months). */
    perMonthUsd: number | null
  }
  /** The higher budget and when it ends, in seconds since 1970; null for none. */
  raise: {
    perDayUsd: number | null
    perMonthUsd: number | null
    until: number
  } | null
  /** Current usage of the limits, counted only while the project has limits. */
  used: {
    inWork: number
    waiting: number
    /** Spent, including reservations for unfinished tasks. */
    todayUsd: number
    thisMonthUsd: number
  }
}

export type ManagedKey = {
  object: 'key'
  id: string
  name: string
  /** The first characters of the key, to help you recognize it. */
  hint: string
  state: 'active' | 'expired' | 'revoked'
  scopes: Array<'images:write' | 'videos:write' | 'tasks:read' | 'tasks:write' | 'admin'>
  /** Null for all models. */
  models: string[] | null
  /** Seconds since 1970, like all times here. */
  created: number
  expires: number | null
  revoked: number | null
  /** When the key was last used, to the minute; null if never. */
  lastUsed: number | null
  /** After a rotation, when the old key stops working; null if it already has. */
  formerTextUntil: number | null
  limits: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute: number | null
    /** Requests per minute that only read. */
    readsPerMinute: number | null
    /** Maximum number of concurrent tasks. */
    inWork: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd: number | null
  }
  /** The limits of each end user; null for none. */
  userLimits: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute: number | null
    /** Requests per minute that only read. */
    readsPerMinute: number | null
    /** Maximum number of concurrent tasks. */
    inWork: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd: number | null
  } | null
  /** The higher budget and when it ends, in seconds since 1970; null for none. */
  raise: {
    perDayUsd: number | null
    perMonthUsd: number | null
    until: number
  } | null
  /** The id of its project; null for none. */
  project: string | null
  /** The role of the key in its project; null without a project. */
  role: 'viewer' | 'member' | 'owner' | null
}

export type UsageLine = {
  /** In UTC, such as 2030-01-31. */
  day: string
  model: string
  kind: 'image' | 'video'
  /** Finished tasks, failed ones included. */
  tasks: number
  succeeded: number
  /** Images made, or seconds of video. */
  units: number
  /** Total of the known costs, at the prices that applied when the tasks ran; null if none is known. */
  usd: number | null
  /** Tasks with unknown cost, which `usd` does not include. */
  unpriced: number
}

export type Model = {
  /** The value to send as `model`. */
  id: string
  object: 'model'
  kind: 'image' | 'video'
  description: string
  /** What the model does: generate, enlarge a picture, or remove its background. */
  does: 'generate' | 'upscale' | 'cutout'
  /** Supported ratios; empty if the model accepts any ratio or has fixed sizes. */
  ratios: string[]
  /** Supported resolutions for these ratios. */
  resolutions: string[]
  /** The exact sizes that the model makes. */
  sizes: string[]
  /** Bounds for a model that makes any size. */
  free_size: {
    min_side: number
    max_side: number
    max_area: number
    multiple_of: number
  } | null
  /** The default ratio or size. */
  default: string
  /** The roles of the images, in order; additional images get the last role. */
  reference_roles: string[]
  max_references: number
  /** Whether the model accepts a seed. */
  seed: boolean
  /** Default length of a clip; null if the provider decides. */
  seconds: number | null
  /** The accepted parameters and values; others are refused. */
  takes: {
    /** The lengths that you can choose from; null if there is no choice. */
    seconds: number[] | {
      from: number
      to: number
    } | null
    /** Whether you can turn sound on and off. */
    audio: boolean
    /** The default. */
    audio_default: boolean | null
    negative_prompt: boolean
    quality: string[]
    background: string[]
    output_format: string[]
    strength: boolean
    style: string[]
    /** A JSON Schema for each option. */
    options: {
    }
    /** Roles that an image may have, such as mask. */
    roles: string[]
  }
  /** The longest prompt under `/api`. */
  max_prompt_characters: number
  /** The longest prompt under `/v1`, `/sdapi` and `/mcp`. */
  max_prompt_characters_elsewhere: number
  queue_timeout_seconds: number
  timeout_seconds: number
  /** The cost, if a single amount describes it; `pricing` has every rule. */
  price: {
    per: 'task' | 'image' | 'input_image' | 'second' | 'megapixel'
    usd: number
  } | null
  /** The price rules; null without a price. */
  pricing: {
    source: 'built-in' | 'config' | 'imported' | 'curated'
    /** The date of the price, if known. */
    as_of: string | null
    /** The first rule that matches the result applies. */
    rules: Array<{
      /** The rule as text. */
      text: string
      when: {
        sizes?: string[]
        resolutions?: string[]
        max_pixels?: number
        audio?: boolean
        qualities?: string[]
      }
      /** The price is the sum of these amounts. */
      amounts: Array<{
        per: 'task' | 'image' | 'input_image' | 'second' | 'megapixel'
        usd: number
      }>
      /** Whether the size is rounded up to whole megapixels of 1024x1024. */
      whole_megapixels: boolean
    }>
  } | null
  /** Aliases of the model. */
  aliases: string[]
  /** The day (UTC) on which the provider shuts it down; from that day, it is not listed. */
  retires: string | null
  /** The model to use instead. */
  successor: string | null
  /** Recent running times of the model; null if unknown. */
  typical_seconds: {
    low: number
    high: number
  } | null
  /** Whether the engine is paused: tasks stay queued, and synchronous image requests are refused. */
  paused: boolean
  /** Whether running tasks provide previews. */
  previews: boolean
  /** False while its provider is paused after failures. */
  ready: boolean
}

export type KeyUsageLine = {
  /** In UTC, such as 2030-01-31. */
  day: string
  key_id: string
  key_name: string
  model: string
  kind: 'image' | 'video'
  /** Finished tasks, failed ones included. */
  tasks: number
  succeeded: number
  /** Images made, or seconds of video. */
  units: number
  /** Total of the known costs, at the prices that applied when the tasks ran; null if none is known. */
  usd: number | null
  /** Tasks with unknown cost, which `usd` does not include. */
  unpriced: number
}

export type AnyReceipt = {
  id: string
  object: 'task'
  kind: 'image' | 'video'
  model: string
  status: 'pending' | 'processing' | 'success' | 'failed'
  /** The current step of processing. */
  step: 'starting' | 'running' | 'saving' | null
  progress: number
  /** When it was accepted, in seconds since 1970. */
  created: number
  /** When the task was started. */
  started: number | null
  /** When the task ended. */
  finished: number | null
  /** Estimated seconds until the end, based on recent runs of the model; null if unknown. */
  eta: {
    low: number
    high: number
  } | null
  /** Why it failed; otherwise null. */
  error: {
    code: string
    message: string
  } | null
  /** Position in the queue, from 1; null once started. */
  queue_position: number | null
  /** Whose concurrency limit holds the task; null if none does. */
  waits_for: 'key' | 'user' | null
  /** The end user that the request named; otherwise null. */
  end_user: string | null
  prompt: string
  asked: {
    aspect_ratio: string | null
    size: string | null
    seed: number | null
    seconds: number | null
    audio: boolean | null
    negative_prompt: string | null
    quality: string | null
    background: string | null
    output_format: string | null
    strength: number | null
    style: string | null
    options: {
    } | null
  }
  /** The effective parameters; null until they are known. */
  effective: {
    aspect_ratio: string
    width: number | null
    height: number | null
    resolution: string | null
    seed: number | null
    seconds: number | null
    audio: boolean | null
    negative_prompt: string | null
    quality: string | null
    background: string | null
    output_format: string | null
    strength: number | null
    style: string | null
    options: {
    } | null
  } | null
  /** Everything that differs from the request. */
  warnings: string[]
  /** The tasks of a request with `n` above 1, in order; otherwise null. */
  group: string[] | null
  /** The video that this one was made from; otherwise null. */
  remix_of: string | null
  /** How many times the task was started. */
  attempts: number
  /** Time in the queue. */
  queue_seconds: number | null
  /** Time from the start of processing to the end of the task. */
  run_seconds: number | null
  /** The cost, at the price that applied when the task ran; null until the task has ended. */
  cost: {
    /** US dollars, to the millionth; null if unknown. */
    usd: number | null
    /** The source of the price; null if there is none or none was needed. */
    source: 'built-in' | 'config' | 'imported' | 'curated' | null
    /** The rule that applied, or the reason for a zero or unknown cost. */
    basis: string
  } | null
  /** When it times out unless it ends earlier, in seconds since 1970. */
  deadline: number
  webhook_url: string | null
  files: Array<{
    /** The URL of the file; null for references, which are not served. */
    url: string | null
    /** When the URL expires, in seconds since 1970; read the task again for a new one. Null if the URL lasts as long as the file. */
    url_expires_at: number | null
    /** The picture at most 512 pixels wide; you may change `width` in the URL. Null for references, and for a video without a cover. */
    thumbnail_url: string | null
    role: 'reference' | 'output' | 'cover'
    /** The role that the request named for a reference; null if the order decided. */
    reference_role: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source' | 'video' | null
    /** Media type, detected from the bytes. */
    type: string
    bytes: number
    sha256: string
    width: number | null
    height: number | null
    /** Length of a video. */
    seconds: number | null
    /** Frames per second of a video; null if unknown. */
    fps: number | null
    /** Whether a video has an audio track, even a silent one; null if unknown. */
    has_audio: boolean | null
    /** Content Credentials inside the file; null if not checked. Thumbnails and converted copies have none. */
    credentials: {
      /** Whether the file has a C2PA manifest. */
      present: boolean
      /** Whether the manifest is intact and matches the bytes; null without one, or if it was not checked. */
      valid: boolean | null
      /** The signer, according to the certificate; null without one, or if it was not read. */
      signer: string | null
      /** Who signed: the provider or this service; otherwise null. */
      source: 'provider' | 'service' | null
    } | null
  }>
  deliveries: Array<{
    /** The number of its event, from 1; use it to resend the delivery. */
    number: number
    /** The `webhook-id` header of every attempt. */
    webhook_id: string
    /** The event that the webhook announces. */
    event: 'task.completed'
    url: string
    status: 'pending' | 'delivered' | 'dead'
    /** When the next attempt is due, in seconds since 1970; null during an attempt and after the last. */
    next_attempt: number | null
    attempts: Array<{
      number: number
      /** When it was made, in seconds since 1970. */
      at: number
      duration_ms: number
      /** HTTP status of the receiver; null without a response. */
      status: number | null
      /** Why the attempt failed; null if it succeeded. */
      error: string | null
      /** The first 4 KiB of the receiver's response. */
      answer: string
    }>
  }>
  /** Whether your key created it. Only that key can cancel or delete it; other keys of the project can read and retry it. */
  own: boolean
  key: {
    id: string
    name: string
  }
  /** The server that ran the task, if the engine has several; otherwise null. */
  server: string | null
}

export type AnyTask = {
  id: string
  object: 'task'
  kind: 'image' | 'video'
  model: string
  status: 'pending' | 'processing' | 'success' | 'failed'
  /** The current step of processing. */
  step: 'starting' | 'running' | 'saving' | null
  progress: number
  /** When it was accepted, in seconds since 1970. */
  created: number
  /** When the task was started. */
  started: number | null
  /** When the task ended. */
  finished: number | null
  /** Estimated seconds until the end, based on recent runs of the model; null if unknown. */
  eta: {
    low: number
    high: number
  } | null
  /** Why it failed; otherwise null. */
  error: {
    code: string
    message: string
  } | null
  /** The prompt, or its beginning; the receipt has the whole prompt. */
  prompt: string
  /** Whether the prompt was cut. */
  prompt_truncated: boolean
  /** The cost, at the price that applied when the task ran; null until the task has ended. */
  cost: {
    /** US dollars, to the millionth; null if unknown. */
    usd: number | null
    /** The source of the price; null if there is none or none was needed. */
    source: 'built-in' | 'config' | 'imported' | 'curated' | null
    /** The rule that applied, or the reason for a zero or unknown cost. */
    basis: string
  } | null
  /** The number of results. */
  outputs: number
  /** The first result; null if there is none. */
  first_output: {
    /** The URL of the file. */
    url: string
    /** When the URL expires, in seconds since 1970; null if it does not. */
    url_expires_at: number | null
    /** The picture at most 512 pixels wide; you may change `width` in the URL. Null for a video without a cover. */
    thumbnail_url: string | null
    /** Media type, detected from the bytes. */
    type: string
    width: number | null
    height: number | null
    /** Length of a video. */
    seconds: number | null
  } | null
  /** Whether your key created it. Only that key can cancel or delete it; other keys of the project can read and retry it. */
  own: boolean
  key: {
    id: string
    name: string
  }
}

export type WholeDelivery = {
  /** The number of its event, from 1; use it to resend the delivery. */
  number: number
  /** The `webhook-id` header of every attempt. */
  webhook_id: string
  /** The event that the webhook announces. */
  event: 'task.completed'
  url: string
  status: 'pending' | 'delivered' | 'dead'
  /** When the next attempt is due, in seconds since 1970; null during an attempt and after the last. */
  next_attempt: number | null
  attempts: Array<{
    number: number
    /** When it was made, in seconds since 1970. */
    at: number
    duration_ms: number
    /** HTTP status of the receiver; null without a response. */
    status: number | null
    /** Why the attempt failed; null if it succeeded. */
    error: string | null
    /** The first 4 KiB of the receiver's response. */
    answer: string
  }>
  /** The task that ended. */
  task_id: string
  /** When the delivery was created, in seconds since 1970. */
  created: number
  /** The body of the request, the same bytes on every attempt. */
  body: string
}

export type ListedDelivery = {
  /** The number of its event, from 1; use it to resend the delivery. */
  number: number
  /** The `webhook-id` header of every attempt. */
  webhook_id: string
  /** The event that the webhook announces. */
  event: 'task.completed'
  url: string
  status: 'pending' | 'delivered' | 'dead'
  /** When the next attempt is due, in seconds since 1970; null during an attempt and after the last. */
  next_attempt: number | null
  /** The task that ended. */
  task_id: string
  /** When the delivery was created, in seconds since 1970. */
  created: number
  /** The number of attempts. */
  attempts: number
  /** The last attempt; null before the first. */
  last_attempt: {
    number: number
    /** When it was made, in seconds since 1970. */
    at: number
    duration_ms: number
    /** HTTP status of the receiver; null without a response. */
    status: number | null
    /** Why the attempt failed; null if it succeeded. */
    error: string | null
  } | null
}

export type Delivery = {
  /** The number of its event, from 1; use it to resend the delivery. */
  number: number
  /** The `webhook-id` header of every attempt. */
  webhook_id: string
  /** The event that the webhook announces. */
  event: 'task.completed'
  url: string
  status: 'pending' | 'delivered' | 'dead'
  /** When the next attempt is due, in seconds since 1970; null during an attempt and after the last. */
  next_attempt: number | null
  attempts: Array<{
    number: number
    /** When it was made, in seconds since 1970. */
    at: number
    duration_ms: number
    /** HTTP status of the receiver; null without a response. */
    status: number | null
    /** Why the attempt failed; null if it succeeded. */
    error: string | null
    /** The first 4 KiB of the receiver's response. */
    answer: string
  }>
}

export type ReceiptFile = {
  /** The URL of the file; null for references, which are not served. */
  url: string | null
  /** When the URL expires, in seconds since 1970; read the task again for a new one. Null if the URL lasts as long as the file. */
  url_expires_at: number | null
  /** The picture at most 512 pixels wide; you may change `width` in the URL. Null for references, and for a video without a cover. */
  thumbnail_url: string | null
  role: 'reference' | 'output' | 'cover'
  /** The role that the request named for a reference; null if the order decided. */
  reference_role: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source' | 'video' | null
  /** Media type, detected from the bytes. */
  type: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  /** Length of a video. */
  seconds: number | null
  /** Frames per second of a video; null if unknown. */
  fps: number | null
  /** Whether a video has an audio track, even a silent one; null if unknown. */
  has_audio: boolean | null
  /** Content Credentials inside the file; null if not checked. Thumbnails and converted copies have none. */
  credentials: {
    /** Whether the file has a C2PA manifest. */
    present: boolean
    /** Whether the manifest is intact and matches the bytes; null without one, or if it was not checked. */
    valid: boolean | null
    /** The signer, according to the certificate; null without one, or if it was not read. */
    signer: string | null
    /** Who signed: the provider or this service; otherwise null. */
    source: 'provider' | 'service' | null
  } | null
}

export type Receipt = {
  id: string
  object: 'task'
  kind: 'image' | 'video'
  model: string
  status: 'pending' | 'processing' | 'success' | 'failed'
  /** The current step of processing. */
  step: 'starting' | 'running' | 'saving' | null
  progress: number
  /** When it was accepted, in seconds since 1970. */
  created: number
  /** When the task was started. */
  started: number | null
  /** When the task ended. */
  finished: number | null
  /** Estimated seconds until the end, based on recent runs of the model; null if unknown. */
  eta: {
    low: number
    high: number
  } | null
  /** Why it failed; otherwise null. */
  error: {
    code: string
    message: string
  } | null
  /** Position in the queue, from 1; null once started. */
  queue_position: number | null
  /** Whose concurrency limit holds the task; null if none does. */
  waits_for: 'key' | 'user' | null
  /** The end user that the request named; otherwise null. */
  end_user: string | null
  prompt: string
  asked: {
    aspect_ratio: string | null
    size: string | null
    seed: number | null
    seconds: number | null
    audio: boolean | null
    negative_prompt: string | null
    quality: string | null
    background: string | null
    output_format: string | null
    strength: number | null
    style: string | null
    options: {
    } | null
  }
  /** The effective parameters; null until they are known. */
  effective: {
    aspect_ratio: string
    width: number | null
    height: number | null
    resolution: string | null
    seed: number | null
    seconds: number | null
    audio: boolean | null
    negative_prompt: string | null
    quality: string | null
    background: string | null
    output_format: string | null
    strength: number | null
    style: string | null
    options: {
    } | null
  } | null
  /** Everything that differs from the request. */
  warnings: string[]
  /** The tasks of a request with `n` above 1, in order; otherwise null. */
  group: string[] | null
  /** The video that this one was made from; otherwise null. */
  remix_of: string | null
  /** How many times the task was started. */
  attempts: number
  /** Time in the queue. */
  queue_seconds: number | null
  /** Time from the start of processing to the end of the task. */
  run_seconds: number | null
  /** The cost, at the price that applied when the task ran; null until the task has ended. */
  cost: {
    /** US dollars, to the millionth; null if unknown. */
    usd: number | null
    /** The source of the price; null if there is none or none was needed. */
    source: 'built-in' | 'config' | 'imported' | 'curated' | null
    /** The rule that applied, or the reason for a zero or unknown cost. */
    basis: string
  } | null
  /** When it times out unless it ends earlier, in seconds since 1970. */
  deadline: number
  webhook_url: string | null
  files: ReceiptFile[]
  deliveries: Delivery[]
  /** Whether your key created it. Only that key can cancel or delete it; other keys of the project can read and retry it. */
  own: boolean
}

export type ListedTask = {
  id: string
  object: 'task'
  kind: 'image' | 'video'
  model: string
  status: 'pending' | 'processing' | 'success' | 'failed'
  /** The current step of processing. */
  step: 'starting' | 'running' | 'saving' | null
  progress: number
  /** When it was accepted, in seconds since 1970. */
  created: number
  /** When the task was started. */
  started: number | null
  /** When the task ended. */
  finished: number | null
  /** Estimated seconds until the end, based on recent runs of the model; null if unknown. */
  eta: {
    low: number
    high: number
  } | null
  /** Why it failed; otherwise null. */
  error: {
    code: string
    message: string
  } | null
  /** The prompt, or its beginning; the receipt has the whole prompt. */
  prompt: string
  /** Whether the prompt was cut. */
  prompt_truncated: boolean
  /** The cost, at the price that applied when the task ran; null until the task has ended. */
  cost: {
    /** US dollars, to the millionth; null if unknown. */
    usd: number | null
    /** The source of the price; null if there is none or none was needed. */
    source: 'built-in' | 'config' | 'imported' | 'curated' | null
    /** The rule that applied, or the reason for a zero or unknown cost. */
    basis: string
  } | null
  /** The number of results. */
  outputs: number
  /** The first result; null if there is none. */
  first_output: {
    /** The URL of the file. */
    url: string
    /** When the URL expires, in seconds since 1970; null if it does not. */
    url_expires_at: number | null
    /** The picture at most 512 pixels wide; you may change `width` in the URL. Null for a video without a cover. */
    thumbnail_url: string | null
    /** Media type, detected from the bytes. */
    type: string
    width: number | null
    height: number | null
    /** Length of a video. */
    seconds: number | null
  } | null
  /** Whether your key created it. Only that key can cancel or delete it; other keys of the project can read and retry it. */
  own: boolean
}

export type CreateImageBody = {
  /** The prompt: what you want to see, in at most 3000 characters (Unicode code points). */
  prompt: string
  /** An image model. */
  model: string
  /** One or more reference images: an http(s) URL, a data: URL, `{url, role}`, or an array of these. In a form, you can also send files. PNG, JPEG, WebP, GIF (first frame) or AVIF. The order matters. */
  image?: string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  } | Array<string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  }>
  /** Another name for image. */
  'image[]'?: string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  } | Array<string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  }>
  /** Another name for image. */
  images?: string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  } | Array<string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  }>
  /** The part of image to repaint, in the same size: transparent there, or white on black. In a form, you can also send a file. Only models with mask in `takes.roles` accept one; others refuse the request. */
  mask?: string
  /** The aspect ratio as width:height, from 1:4 to 4:1, such as 16:9 or 1:1. */
  aspect_ratio?: string
  /** Size in pixels such as 1024x1024, a ratio, 1k, 2k or 4k if the model has them, or auto. */
  size?: string
  /** The same seed and request give the same result on models that accept a seed. */
  seed?: number
  /** What you do not want to see; at most 3000 characters. */
  negative_prompt?: string
  /** Quality of the result: low, medium or high; some models have xhigh and max. */
  quality?: 'low' | 'medium' | 'high' | 'xhigh' | 'max'
  /** How far the result may differ from the reference image: 0 to 1. */
  strength?: number
  /** A style of the model, by name. */
  style?: string
  /** More options of the model, by name. */
  options?: {
  }
  /** transparent or opaque. */
  background?: 'transparent' | 'opaque'
  /** The format of the stored picture: png, jpeg or webp. */
  output_format?: 'png' | 'jpeg' | 'webp'
  /** The number of images, one task each. Default: 1. */
  n?: number
  /** With `Prefer: respond-async`: an http(s) URL that receives one signed POST for each image. */
  webhookUrl?: string
  /** Another name for webhookUrl. */
  callback_url?: string
}

export type CreateImageAnswer = {
  /** When the image was requested, in seconds since 1970. */
  created: number
  data: Array<{
    /** The URL of the image. */
    url: string
  }>
  /** With `n` above 1: the result of each task, in order. `data` has the images of those that succeeded. */
  tasks?: Array<{
    /** The task id: digits only, always a string. */
    id: string
    /** `success` or `failed`. */
    status: 'pending' | 'processing' | 'success' | 'failed'
    data: Array<{
      /** The URL of the image. */
      url: string
    }>
    /** Why the task failed; otherwise null. */
    error: {
      code: string
      message: string
    } | null
  }>
}

export type CreateImageAccepted = {
  /** The task id: digits only, always a string. */
  id: string
  /** `pending`, unless the request waited for progress with `Prefer: wait`. */
  status: 'pending' | 'processing' | 'success' | 'failed'
  message: string
  /** With `n` above 1: every task, in order; `id` is the first. */
  tasks?: Array<{
    /** The task id: digits only, always a string. */
    id: string
    /** `pending`. */
    status: 'pending' | 'processing' | 'success' | 'failed'
  }>
}

export type CreateVideoBody = {
  /** The prompt: what you want to see, in at most 3000 characters (Unicode code points). */
  prompt: string
  /** A video model. */
  model: string
  /** One or more reference images: an http(s) URL, a data: URL, `{url, role}`, or an array of these. In a form, you can also send files. PNG, JPEG, WebP, GIF (first frame) or AVIF. The order matters. */
  image?: string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  } | Array<string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  }>
  /** Another name for image. */
  'image[]'?: string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  } | Array<string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  }>
  /** Another name for image. */
  images?: string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  } | Array<string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  }>
  /** The first frame; in a form, you can also send a file. */
  first_frame?: string
  /** The last frame; in a form, you can also send a file. */
  last_frame?: string
  /** A source clip: the id of one of your videos, its URL, another http(s) URL or a data: URL; in a form, you can also send a file. MP4, MOV or WebM. Only models with video in `takes.roles` accept one; others refuse the request. */
  video?: string
  /** Size in pixels such as 1280x720, a ratio such as 16:9, 480p, 720p, 1080p or auto. */
  size?: string
  /** The aspect ratio as width:height, from 1:4 to 4:1, such as 16:9 or 1:1. */
  aspect_ratio?: string
  /** The same seed and request give the same result on models that accept a seed. */
  seed?: number
  /** The length of the clip. */
  seconds?: number
  /** Whether the clip has sound. */
  audio?: boolean
  /** What you do not want to see; at most 3000 characters. */
  negative_prompt?: string
  /** Quality of the result: low, medium or high; some models have xhigh and max. */
  quality?: 'low' | 'medium' | 'high' | 'xhigh' | 'max'
  /** How far the result may differ from the reference image: 0 to 1. */
  strength?: number
  /** A style of the model, by name. */
  style?: string
  /** More options of the model, by name. */
  options?: {
  }
  /** Another name for seconds. */
  duration?: number
  /** Another name for audio. */
  generate_audio?: boolean
  /** Recommended: an http(s) URL that receives one signed POST when the task ends. */
  webhookUrl?: string
  /** Another name for webhookUrl. */
  callback_url?: string
}

export type CreateVideoAnswer = {
  /** The task id: digits only, always a string. */
  id: string
  /** `pending`, unless the request waited for progress with `Prefer: wait`. */
  status: 'pending' | 'processing' | 'success' | 'failed'
  message: string
}

export type GetVideoAnswer = {
  id: string
  object: 'video'
  /** When the task was created, in seconds since 1970. */
  created: number
  model: string
  status: 'pending' | 'processing' | 'success' | 'failed'
  /** The videos; empty until success. */
  data: Array<{
    url: string
    cover_url: string | null
  }>
  /** Why the task failed; otherwise null. */
  error: {
    code: string
    message: string
  } | null
}

export type GetTaskAnswer = Receipt

export type DeleteTaskAnswer = {
  id: string
  deleted: true
}

export type CancelTaskAnswer = Receipt

export type RetryTaskAnswer = Receipt

export type ListTasksQuery = {
  kind?: 'image' | 'video'
  /** One or several of pending, processing, success, failed, separated by commas. */
  status?: string
  /** Up to five, separated by commas. */
  model?: string
  /** Accepted at this time or later, such as 2030-01-31T12:00:00Z. */
  from?: string
  /** Accepted before this time, such as 2030-01-31T12:00:00Z. */
  to?: string
  /** Words that must all occur in the prompt, in any case and order; parts of words also match. */
  text?: string
  /** Default: 20. */
  limit?: number
  /** The `next_cursor` of the previous page. */
  cursor?: string
  /** In a project: `project` (default) lists all tasks of the project, `key` only those of your key. */
  of?: 'key' | 'project'
}

export type ListTasksAnswer = {
  object: 'list'
  data: ListedTask[]
  /** A page of a search may be short or empty even if more results follow. */
  has_more: boolean
  /** Send this as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

export type CountTasksQuery = {
  kind?: 'image' | 'video'
  /** In a project: `project` (default) lists all tasks of the project, `key` only those of your key. */
  of?: 'key' | 'project'
}

export type CountTasksAnswer = {
  object: 'task_counts'
  pending: number
  processing: number
  success: number
  failed: number
  /** Counting stops at this number, which then means at least that many. */
  counted_up_to: number
}

export type ListModelsQuery = {
  kind?: 'image' | 'video'
}

export type ListModelsAnswer = {
  object: 'list'
  data: Model[]
}

export type ListAllTasksQuery = {
  kind?: 'image' | 'video'
  /** One or several of pending, processing, success, failed, separated by commas. */
  status?: string
  /** Up to five, separated by commas. */
  model?: string
  /** Accepted at this time or later, such as 2030-01-31T12:00:00Z. */
  from?: string
  /** Accepted before this time, such as 2030-01-31T12:00:00Z. */
  to?: string
  /** Words that must all occur in the prompt, in any case and order; parts of words also match. */
  text?: string
  /** Default: 20. */
  limit?: number
  /** The `next_cursor` of the previous page. */
  cursor?: string
  /** Only tasks of this key. */
  key?: string
  /** Only tasks of this project. */
  project?: string
}

export type ListAllTasksAnswer = {
  object: 'list'
  data: AnyTask[]
  /** A page of a search may be short or empty even if more results follow. */
  has_more: boolean
  /** Send this as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

export type GetAnyTaskAnswer = AnyReceipt

export type CancelAnyTaskAnswer = AnyReceipt

export type ListAllUsageQuery = {
  /** Default: 30. */
  days?: number
  /** CSV instead of JSON; same as `Accept: text/csv`. */
  format?: 'json' | 'csv'
  /** Only tasks of this key. */
  key?: string
  /** Only usage of this project; each line has the id and name of the project instead of a key. */
  project?: string
}

export type ListAllUsageAnswer = {
  object: 'list'
  data: KeyUsageLine[]
}

export type GetSystemAnswer = {
  /** The version of the service. */
  version: string
  /** In seconds since 1970. */
  at: number
  /** Counting stops at this number, which then means at least that many. */
  counted_up_to: number
  engines: Array<{
    id: string
    models: Array<{
      kind: string
      id: string
    }>
    /** Queued tasks. */
    waiting: number
    /** How long the oldest of them has waited, in seconds; null if there is none. */
    oldest_age: number | null
    in_work: number
    /** Tasks held by a limit of their key. */
    parked: number
    /** Concurrency in the process that serves this request; null if it runs no tasks. */
    concurrency: number | null
    /** Concurrency across all processes; null without such a limit. */
    fleet_concurrency: number | null
    /** False while its provider is paused after failures; null if unknown. */
    ready: boolean | null
    /** Who paused it, when and why; null if it is not paused. */
    paused: {
      reason: string
      since: number
      by: string
    } | null
    /** The servers of the engine if the config file names several; otherwise empty. */
    servers: Array<{
      /** The id of the server, with which you can pause and resume it like an engine. */
      id: string
      in_work: number
      /** False while it is paused after failures. */
      ready: boolean
      /** Who paused it, when and why; null if it is not paused. */
      paused: {
        reason: string
        since: number
        by: string
      } | null
    }>
  }>
  workers: Array<{
    id: string
    /** The heartbeat, a number that increases every two seconds while the process is alive. */
    beats: number
    /** Whether the process is known to have ended. */
    gone: boolean
    /** Running tasks. */
    tasks: number
  }>
  database: {
    driver: 'sqlite' | 'postgres'
    version: string
    /** The latest schema migration. */
    migration: number
    bytes: number
  }
  /** The disk that stores the files; null if the storage does not report it. */
  files: {
    free_bytes: number
    total_bytes: number
  } | null
  webhooks: {
    /** Webhooks still to be delivered. */
    waiting: number
    /** How long the most overdue one has been due, in seconds; null if there is none. */
    oldest_age: number | null
  }
  /** Jobs still to be cancelled at their providers. */
  stops: number
}

export type GetScaleQuery = {
  /** Only queues of this engine. */
  engine?: string
}

export type GetScaleAnswer = {
  /** In seconds since 1970. */
  at: number
  /** Engines with several servers of your own. */
  engines: Array<{
    id: string
    waiting: number
    in_work: number
    /** Running workers that accept work. */
    present: number
    /** Workers that the queued and running tasks would keep busy; 0 without tasks. */
    wanted: number
    reason: string
  }>
  workers: {
    /** Running workers that accept work. */
    present: number
    /** Workers that the queued and running tasks would keep busy; 0 without tasks. */
    wanted: number
    reason: string
  }
}

export type PauseEngineBody = {
  /** Shown to operators only. */
  reason: string
}

export type PauseEngineAnswer = {
  engine: string
  paused: boolean
  reason: string | null
  /** In seconds since 1970. */
  since: number | null
}

export type ResumeEngineAnswer = {
  engine: string
  paused: boolean
  reason: string | null
  /** In seconds since 1970. */
  since: number | null
}

export type CancelTasksBody = {
  /** These tasks, queued or running. Send this or `status`. */
  ids?: string[]
  /** All queued tasks of this key. */
  status?: 'pending'
}

export type CancelTasksAnswer = {
  /** Ids of the cancelled tasks. */
  cancelled: string[]
  /** Tasks that were refused, with the error code. */
  refused: Array<{
    id: string
    code: string
  }>
  /** More tasks may be queued: send the request again. */
  has_more: boolean
}

export type DeleteTasksBody = {
  /** Ids of tasks that have ended. */
  ids: string[]
}

export type DeleteTasksAnswer = {
  /** Ids of the deleted tasks. */
  deleted: string[]
  /** Tasks that were refused, with the error code. */
  refused: Array<{
    id: string
    code: string
  }>
}

export type ListUsageQuery = {
  /** Default: 30. */
  days?: number
  /** CSV instead of JSON; same as `Accept: text/csv`. */
  format?: 'json' | 'csv'
  /** In a project: `project` (default) lists all tasks of the project, `key` only those of your key. */
  of?: 'key' | 'project'
}

export type ListUsageAnswer = {
  object: 'list'
  data: UsageLine[]
}

export type EstimateBody = {
  /** The prompt: what you want to see, in at most 3000 characters (Unicode code points). */
  prompt: string
  /** An image model. */
  model: string
  /** One or more reference images: an http(s) URL, a data: URL, `{url, role}`, or an array of these. In a form, you can also send files. PNG, JPEG, WebP, GIF (first frame) or AVIF. The order matters. */
  image?: string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  } | Array<string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  }>
  /** Another name for image. */
  'image[]'?: string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  } | Array<string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  }>
  /** Another name for image. */
  images?: string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  } | Array<string | {
    /** An http(s) or data: URL of a picture. */
    url: string
    role?: 'first_frame' | 'last_frame' | 'reference' | 'mask' | 'source'
  }>
  /** The first frame; in a form, you can also send a file. */
  first_frame?: string
  /** The last frame; in a form, you can also send a file. */
  last_frame?: string
  /** A source clip: the id of one of your videos, its URL, another http(s) URL or a data: URL; in a form, you can also send a file. MP4, MOV or WebM. Only models with video in `takes.roles` accept one; others refuse the request. */
  video?: string
  /** Size in pixels such as 1024x1024, a ratio, 1k, 2k or 4k if the model has them, or auto. */
  size?: string
  /** The aspect ratio as width:height, from 1:4 to 4:1, such as 16:9 or 1:1. */
  aspect_ratio?: string
  /** The same seed and request give the same result on models that accept a seed. */
  seed?: number
  /** The length of the clip. */
  seconds?: number
  /** Whether the clip has sound. */
  audio?: boolean
  /** What you do not want to see; at most 3000 characters. */
  negative_prompt?: string
  /** Quality of the result: low, medium or high; some models have xhigh and max. */
  quality?: 'low' | 'medium' | 'high' | 'xhigh' | 'max'
  /** How far the result may differ from the reference image: 0 to 1. */
  strength?: number
  /** A style of the model, by name. */
  style?: string
  /** More options of the model, by name. */
  options?: {
  }
  /** Another name for seconds. */
  duration?: number
  /** Another name for audio. */
  generate_audio?: boolean
  /** With `Prefer: respond-async`: an http(s) URL that receives one signed POST for each image. */
  webhookUrl?: string
  /** Another name for webhookUrl. */
  callback_url?: string
  /** The part of image to repaint, in the same size: transparent there, or white on black. In a form, you can also send a file. Only models with mask in `takes.roles` accept one; others refuse the request. */
  mask?: string
  /** transparent or opaque. */
  background?: 'transparent' | 'opaque'
  /** The format of the stored picture: png, jpeg or webp. */
  output_format?: 'png' | 'jpeg' | 'webp'
  /** The number of images, one task each. Default: 1. */
  n?: number
  /** `image` or `video`; required only for a model that makes both images and videos. */
  kind?: 'image' | 'video'
}

export type EstimateAnswer = {
  object: 'estimate'
  kind: 'exact' | 'range' | 'unknown'
  /** The cost of the whole request if it is exact, otherwise null. */
  usd: number | null
  /** The minimum cost of the whole request; null if unknown. */
  usd_min: number | null
  /** The maximum cost; null if unknown. */
  usd_max: number | null
  currency: 'USD'
  /** The number of tasks that the request would create. */
  count: number
  /** The cost of one task. */
  usd_per_task_min: number | null
  /** The cost of one task. */
  usd_per_task_max: number | null
  /** The model that would run the request. */
  model: string
  /** Fallback models, whose prices widen the range. */
  fallbacks: string[]
  /** The unit of the price, if there is a single one. */
  unit: 'task' | 'image' | 'input_image' | 'second' | 'megapixel' | null
  /** The source of the price; null without a price. */
  source: 'built-in' | 'config' | 'imported' | 'curated' | null
  /** The date of the price, if known. */
  as_of: string | null
  /** The reason for an unknown cost; otherwise null. */
  reason: string | null
  /** The warnings that the receipt would contain. */
  warnings: string[]
}

export type GetMeAnswer = {
  object: 'me'
  /** The name of the key. */
  name: string
  /** The first characters of the key, to help you recognize it. */
  hint: string
  /** All permissions of the key; `admin` includes the others. */
  scopes: Array<'images:write' | 'videos:write' | 'tasks:read' | 'tasks:write' | 'admin'>
  /** The allowed models; null for all. */
  models: string[] | null
  /** In seconds since 1970; null for never. */
  expires: number | null
  /** The project of the key and what the key may do there; null for none. */
  project: {
    id: string
    name: string
    role: 'viewer' | 'member' | 'owner'
    archived: boolean
  } | null
}

export type GetLimitsAnswer = {
  object: 'limits'
  key: {
    /** Requests per minute that create resources; null for no limit. */
    creates_per_minute: number | null
    /** Requests per minute that only read; null for no limit. */
    reads_per_minute: number | null
    in_work: {
      /** Concurrent tasks, queued at the engines or running; null for no limit. */
      limit: number | null
      used: number
    }
    waiting: {
      /** Queued tasks, in addition to the concurrent ones; null for no limit. */
      limit: number | null
      used: number
    }
    usd_today: {
      /** Daily budget in US dollars; null for no limit. */
      limit: number | null
      /** Spent, including reservations for unfinished tasks. */
      used: number
    }
    usd_this_month: {
      /** Monthly budget in US dollars; null for no limit. */
      limit: number | null
      /** Spent, including reservations for unfinished tasks. */
      used: number
    }
  }
  /** For the end user in the header x-mediagen-user; null without that header or without such limits. */
  end_user: {
    /** Requests per minute that create resources; null for no limit. */
    creates_per_minute: number | null
    /** Requests per minute that only read; null for no limit. */
    reads_per_minute: number | null
    in_work: {
      /** Concurrent tasks, queued at the engines or running; null for no limit. */
      limit: number | null
      used: number
    }
    waiting: {
      /** Queued tasks, in addition to the concurrent ones; null for no limit. */
      limit: number | null
      used: number
    }
    usd_today: {
      /** Daily budget in US dollars; null for no limit. */
      limit: number | null
      /** Spent, including reservations for unfinished tasks. */
      used: number
    }
    usd_this_month: {
      /** Monthly budget in US dollars; null for no limit. */
      limit: number | null
      /** Spent, including reservations for unfinished tasks. */
      used: number
    }
  } | null
  /** The storage limit of your uploads and its current use, in bytes. */
  uploads: {
    limit: number
    used: number
  }
  /** For the project of the key, across all its keys; null without a project. */
  project: {
    /** Requests per minute that create resources; null for no limit. */
    creates_per_minute: number | null
    /** Requests per minute that only read; null for no limit. */
    reads_per_minute: number | null
    in_work: {
      /** Concurrent tasks, queued at the engines or running; null for no limit. */
      limit: number | null
      used: number
    }
    waiting: {
      /** Queued tasks, in addition to the concurrent ones; null for no limit. */
      limit: number | null
      used: number
    }
    usd_today: {
      /** Daily budget in US dollars; null for no limit. */
      limit: number | null
      /** Spent, including reservations for unfinished tasks. */
      used: number
    }
    usd_this_month: {
      /** Monthly budget in US dollars; null for no limit. */
      limit: number | null
      /** Spent, including reservations for unfinished tasks. */
      used: number
    }
  } | null
  /** Start of the next UTC day, in seconds since 1970. */
  day_ends: number
  /** Start of the next UTC month, in seconds since 1970. */
  month_ends: number
}

export type GetOwnProjectAnswer = Project

export type ListProjectKeysQuery = {
  /** Default: 20. */
  limit?: number
  /** The `next_cursor` of the previous page. */
  cursor?: string
  /** Only keys of this project. */
  project?: string
}

export type ListProjectKeysAnswer = {
  object: 'list'
  data: ManagedKey[]
  has_more: boolean
  /** Send this as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

export type CreateProjectKeyBody = {
  /** A human-readable name; it does not have to be unique. */
  name: string
  /** Permissions: images:write, videos:write, tasks:read, tasks:write, admin. Default: all but admin. */
  scopes?: Array<'images:write' | 'videos:write' | 'tasks:read' | 'tasks:write' | 'admin'>
  /** The allowed models; null for all. */
  models?: string[] | null
  /** Seconds since 1970; null for never. */
  expires?: number | null
  /** The limits of the key. Omitted limits stay unchanged. */
  limits?: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute?: number | null
    /** Requests per minute that only read. */
    readsPerMinute?: number | null
    /** Maximum number of concurrent tasks. */
    inWork?: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting?: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd?: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd?: number | null
  }
  /** Limits for each end user of the key; null for none. */
  userLimits?: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute?: number | null
    /** Requests per minute that only read. */
    readsPerMinute?: number | null
    /** Maximum number of concurrent tasks. */
    inWork?: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting?: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd?: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd?: number | null
  } | null
  /** A higher budget until a given time, after which the usual budget applies again; null ends it. */
  raise?: {
    perDayUsd?: number
    perMonthUsd?: number
    /** Seconds since 1970. */
    until: number
  } | null
  /** The id of its project; null for none. */
  project?: string | null
  /** The role in the project: `viewer` can read everything in it, `member` can also create images and videos, and `owner` can also manage its keys. Default: member. */
  role?: 'viewer' | 'member' | 'owner'
}

export type CreateProjectKeyCreated = {
  object: 'key'
  id: string
  name: string
  /** The first characters of the key, to help you recognize it. */
  hint: string
  state: 'active' | 'expired' | 'revoked'
  scopes: Array<'images:write' | 'videos:write' | 'tasks:read' | 'tasks:write' | 'admin'>
  /** Null for all models. */
  models: string[] | null
  /** Seconds since 1970, like all times here. */
  created: number
  expires: number | null
  revoked: number | null
  /** When the key was last used, to the minute; null if never. */
  lastUsed: number | null
  /** After a rotation, when the old key stops working; null if it already has. */
  formerTextUntil: number | null
  limits: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute: number | null
    /** Requests per minute that only read. */
    readsPerMinute: number | null
    /** Maximum number of concurrent tasks. */
    inWork: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd: number | null
  }
  /** The limits of each end user; null for none. */
  userLimits: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute: number | null
    /** Requests per minute that only read. */
    readsPerMinute: number | null
    /** Maximum number of concurrent tasks. */
    inWork: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd: number | null
  } | null
  /** The higher budget and when it ends, in seconds since 1970; null for none. */
  raise: {
    perDayUsd: number | null
    perMonthUsd: number | null
    until: number
  } | null
  /** The id of its project; null for none. */
  project: string | null
  /** The role of the key in its project; null without a project. */
  role: 'viewer' | 'member' | 'owner' | null
  /** The key itself, shown only once. */
  key: string
  /** whsec_…, the secret that signs its webhooks. */
  webhookSecret: string
}

export type GetProjectKeyAnswer = ManagedKey

export type EditProjectKeyBody = {
  /** A human-readable name; it does not have to be unique. */
  name?: string
  /** Permissions: images:write, videos:write, tasks:read, tasks:write, admin. Default: all but admin. */
  scopes?: Array<'images:write' | 'videos:write' | 'tasks:read' | 'tasks:write' | 'admin'>
  /** The allowed models; null for all. */
  models?: string[] | null
  /** Seconds since 1970; null for never. */
  expires?: number | null
  /** The limits of the key. Omitted limits stay unchanged. */
  limits?: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute?: number | null
    /** Requests per minute that only read. */
    readsPerMinute?: number | null
    /** Maximum number of concurrent tasks. */
    inWork?: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting?: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd?: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd?: number | null
  }
  /** Limits for each end user of the key; null for none. */
  userLimits?: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute?: number | null
    /** Requests per minute that only read. */
    readsPerMinute?: number | null
    /** Maximum number of concurrent tasks. */
    inWork?: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting?: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd?: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd?: number | null
  } | null
  /** A higher budget until a given time, after which the usual budget applies again; null ends it. */
  raise?: {
    perDayUsd?: number
    perMonthUsd?: number
    /** Seconds since 1970. */
    until: number
  } | null
  /** The id of its project; null for none. */
  project?: string | null
  /** The role in the project: `viewer` can read everything in it, `member` can also create images and videos, and `owner` can also manage its keys. Default: member. */
  role?: 'viewer' | 'member' | 'owner'
}

export type EditProjectKeyAnswer = ManagedKey

export type RevokeProjectKeyAnswer = ManagedKey

export type RotateProjectKeyBody = {
  /** Seconds for which the old key keeps working. Default: 86400 (one day); 0 ends it immediately. */
  overlapSeconds?: number
}

export type RotateProjectKeyAnswer = {
  object: 'key'
  id: string
  name: string
  /** The first characters of the key, to help you recognize it. */
  hint: string
  state: 'active' | 'expired' | 'revoked'
  scopes: Array<'images:write' | 'videos:write' | 'tasks:read' | 'tasks:write' | 'admin'>
  /** Null for all models. */
  models: string[] | null
  /** Seconds since 1970, like all times here. */
  created: number
  expires: number | null
  revoked: number | null
  /** When the key was last used, to the minute; null if never. */
  lastUsed: number | null
  /** After a rotation, when the old key stops working; null if it already has. */
  formerTextUntil: number | null
  limits: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute: number | null
    /** Requests per minute that only read. */
    readsPerMinute: number | null
    /** Maximum number of concurrent tasks. */
    inWork: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd: number | null
  }
  /** The limits of each end user; null for none. */
  userLimits: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute: number | null
    /** Requests per minute that only read. */
    readsPerMinute: number | null
    /** Maximum number of concurrent tasks. */
    inWork: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd: number | null
  } | null
  /** The higher budget and when it ends, in seconds since 1970; null for none. */
  raise: {
    perDayUsd: number | null
    perMonthUsd: number | null
    until: number
  } | null
  /** The id of its project; null for none. */
  project: string | null
  /** The role of the key in its project; null without a project. */
  role: 'viewer' | 'member' | 'owner' | null
  /** The key itself, shown only once. */
  key: string
}

export type GetProvenanceQuery = {
  /** The SHA-256 of the whole file, in lowercase hex. */
  sha256?: string
}

export type GetProvenanceAnswer = {
  object: 'provenance'
  /** Whether this service made the file, according to its records. */
  made_here: boolean
  /** How it was found: `exact` by its bytes, `similar` because it looks like a result; null if it was not made here. */
  match: 'exact' | 'similar' | null
  /** Image or video; null if it was not made here. */
  kind: 'image' | 'video' | null
  /** The model; null if it was not made here. */
  model: string | null
  /** When it was made, in seconds since 1970; null if it was not made here. */
  created: number | null
  /** Content Credentials inside the file; null if not checked. Thumbnails and converted copies have none. */
  credentials: {
    /** Whether the file has a C2PA manifest. */
    present: boolean
    /** Whether the manifest is intact and matches the bytes; null without one, or if it was not checked. */
    valid: boolean | null
    /** The signer, according to the certificate; null without one, or if it was not read. */
    signer: string | null
    /** Who signed: the provider or this service; otherwise null. */
    source: 'provider' | 'service' | null
  } | null
  /** Content Credentials of the uploaded file, made here or not; null if no file was sent. */
  file_credentials: {
    /** Whether the uploaded file carries a C2PA manifest. */
    present: boolean
    /** Whether it is intact and matches the bytes; null if there is none, or it could not be checked. */
    valid: boolean | null
    /** The signer named in the certificate, which anyone can create; null if unknown. */
    signer: string | null
  } | null
}

export type CheckProvenanceAnswer = {
  object: 'provenance'
  /** Whether this service made the file, according to its records. */
  made_here: boolean
  /** How it was found: `exact` by its bytes, `similar` because it looks like a result; null if it was not made here. */
  match: 'exact' | 'similar' | null
  /** Image or video; null if it was not made here. */
  kind: 'image' | 'video' | null
  /** The model; null if it was not made here. */
  model: string | null
  /** When it was made, in seconds since 1970; null if it was not made here. */
  created: number | null
  /** Content Credentials inside the file; null if not checked. Thumbnails and converted copies have none. */
  credentials: {
    /** Whether the file has a C2PA manifest. */
    present: boolean
    /** Whether the manifest is intact and matches the bytes; null without one, or if it was not checked. */
    valid: boolean | null
    /** The signer, according to the certificate; null without one, or if it was not read. */
    signer: string | null
    /** Who signed: the provider or this service; otherwise null. */
    source: 'provider' | 'service' | null
  } | null
  /** Content Credentials of the uploaded file, made here or not; null if no file was sent. */
  file_credentials: {
    /** Whether the uploaded file carries a C2PA manifest. */
    present: boolean
    /** Whether it is intact and matches the bytes; null if there is none, or it could not be checked. */
    valid: boolean | null
    /** The signer named in the certificate, which anyone can create; null if unknown. */
    signer: string | null
  } | null
}

export type CreateUploadBody = {
  /** An http(s) URL or a `data:` URL. */
  url: string
}

export type CreateUploadCreated = {
  object: 'upload'
  /** Send this id wherever an image or video is accepted. */
  id: string
  /** `waiting` until the signed URL has received the file. */
  status: 'waiting' | 'ready'
  /** The URL of the file. You can send it instead of the id, or download the file from it with your key. */
  url: string
  /** Detected from the bytes; before they arrive, the accepted types, or null for any. */
  media_type: string | null
  /** Null until the file arrives, like the other properties of the file. */
  bytes: number | null
  width: number | null
  height: number | null
  /** Length of a video; null for pictures. */
  seconds: number | null
  /** In seconds since 1970. */
  created: number
  /** When it is removed, in seconds since 1970. Tasks that used it keep a copy. */
  expires_at: number
}

export type ListUploadsQuery = {
  /** Default: 20. */
  limit?: number
  /** The `next_cursor` of the previous page. */
  cursor?: string
}

export type ListUploadsAnswer = {
  object: 'list'
  data: Array<{
    object: 'upload'
    /** Send this id wherever an image or video is accepted. */
    id: string
    /** `waiting` until the signed URL has received the file. */
    status: 'waiting' | 'ready'
    /** The URL of the file. You can send it instead of the id, or download the file from it with your key. */
    url: string
    /** Detected from the bytes; before they arrive, the accepted types, or null for any. */
    media_type: string | null
    /** Null until the file arrives, like the other properties of the file. */
    bytes: number | null
    width: number | null
    height: number | null
    /** Length of a video; null for pictures. */
    seconds: number | null
    /** In seconds since 1970. */
    created: number
    /** When it is removed, in seconds since 1970. Tasks that used it keep a copy. */
    expires_at: number
  }>
  has_more: boolean
  /** Send this as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

export type SignUploadBody = {
  /** The accepted types. Default: any. */
  media_type?: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif' | 'video/mp4' | 'video/webm' | 'video/quicktime' | 'image/*' | 'video/*'
  /** The maximum size. Default: the limit of the service. */
  max_bytes?: number
  /** Seconds until the URL expires. Default: 3600. */
  expires_in?: number
}

export type SignUploadCreated = {
  object: 'upload'
  /** Send this id wherever an image or video is accepted. */
  id: string
  /** `waiting` until the signed URL has received the file. */
  status: 'waiting' | 'ready'
  /** The URL of the file. You can send it instead of the id, or download the file from it with your key. */
  url: string
  /** Detected from the bytes; before they arrive, the accepted types, or null for any. */
  media_type: string | null
  /** Null until the file arrives, like the other properties of the file. */
  bytes: number | null
  width: number | null
  height: number | null
  /** Length of a video; null for pictures. */
  seconds: number | null
  /** In seconds since 1970. */
  created: number
  /** When it is removed, in seconds since 1970. Tasks that used it keep a copy. */
  expires_at: number
  /** Accepts one PUT or POST with the file as its body, without a key, from any web page. */
  upload_url: string
  max_bytes: number
  /** When the URL expires, in seconds since 1970. */
  upload_expires_at: number
}

export type GetUploadAnswer = {
  object: 'upload'
  /** Send this id wherever an image or video is accepted. */
  id: string
  /** `waiting` until the signed URL has received the file. */
  status: 'waiting' | 'ready'
  /** The URL of the file. You can send it instead of the id, or download the file from it with your key. */
  url: string
  /** Detected from the bytes; before they arrive, the accepted types, or null for any. */
  media_type: string | null
  /** Null until the file arrives, like the other properties of the file. */
  bytes: number | null
  width: number | null
  height: number | null
  /** Length of a video; null for pictures. */
  seconds: number | null
  /** In seconds since 1970. */
  created: number
  /** When it is removed, in seconds since 1970. Tasks that used it keep a copy. */
  expires_at: number
}

export type DeleteUploadAnswer = {
  id: string
  deleted: true
}

export type PutSignedUploadCreated = {
  object: 'upload'
  /** Send this id wherever an image or video is accepted. */
  id: string
  /** `waiting` until the signed URL has received the file. */
  status: 'waiting' | 'ready'
  /** Detected from the bytes; before they arrive, the accepted types, or null for any. */
  media_type: string | null
  /** Null until the file arrives, like the other properties of the file. */
  bytes: number | null
  width: number | null
  height: number | null
  /** Length of a video; null for pictures. */
  seconds: number | null
  /** When it is removed, in seconds since 1970. Tasks that used it keep a copy. */
  expires_at: number
}

export type PostSignedUploadCreated = {
  object: 'upload'
  /** Send this id wherever an image or video is accepted. */
  id: string
  /** `waiting` until the signed URL has received the file. */
  status: 'waiting' | 'ready'
  /** Detected from the bytes; before they arrive, the accepted types, or null for any. */
  media_type: string | null
  /** Null until the file arrives, like the other properties of the file. */
  bytes: number | null
  width: number | null
  height: number | null
  /** Length of a video; null for pictures. */
  seconds: number | null
  /** When it is removed, in seconds since 1970. Tasks that used it keep a copy. */
  expires_at: number
}

export type ListDeliveriesAnswer = {
  object: 'list'
  data: Delivery[]
}

export type RedeliverAnswer = Delivery

export type RedeliverSinceBody = {
  /** Seconds since 1970; undelivered events since then are resent. */
  since: number
}

export type RedeliverSinceAnswer = {
  /** The number of queued deliveries. */
  redelivered: number
}

export type TestWebhookBody = {
  /** Where to send the sample. */
  url: string
}

export type TestWebhookAnswer = {
  /** Whether the receiver responded with 2xx. */
  delivered: boolean
  webhook_id: string
  /** HTTP status; null without a response. */
  status: number | null
  duration_ms: number
  error: string | null
  /** The first 4 KiB of the receiver's response. */
  answer: string
}

export type GetWebhookSecretAnswer = {
  secrets: Array<{
    /** whsec_…, as Standard Webhooks libraries expect it. */
    secret: string
    /** Seconds since 1970; null for the current one. */
    expires: number | null
  }>
}

export type RotateWebhookSecretAnswer = {
  secret: string
}

export type ListAllDeliveriesQuery = {
  /** One or several of pending, delivered, dead, separated by commas. */
  status?: string
  /** Created at this time or later, such as 2030-01-31T12:00:00Z. */
  from?: string
  /** Created before this time, such as 2030-01-31T12:00:00Z. */
  to?: string
  /** Default: 20. */
  limit?: number
  /** The `next_cursor` of the previous page. */
  cursor?: string
}

export type ListAllDeliveriesAnswer = {
  object: 'list'
  data: ListedDelivery[]
  has_more: boolean
  /** Send this as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

export type GetDeliveryAnswer = WholeDelivery

export type ListKeysQuery = {
  /** Default: 20. */
  limit?: number
  /** The `next_cursor` of the previous page. */
  cursor?: string
  /** Only keys of this project. */
  project?: string
}

export type ListKeysAnswer = {
  object: 'list'
  data: ManagedKey[]
  has_more: boolean
  /** Send this as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

export type CreateKeyBody = {
  /** A human-readable name; it does not have to be unique. */
  name: string
  /** Permissions: images:write, videos:write, tasks:read, tasks:write, admin. Default: all but admin. */
  scopes?: Array<'images:write' | 'videos:write' | 'tasks:read' | 'tasks:write' | 'admin'>
  /** The allowed models; null for all. */
  models?: string[] | null
  /** Seconds since 1970; null for never. */
  expires?: number | null
  /** The limits of the key. Omitted limits stay unchanged. */
  limits?: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute?: number | null
    /** Requests per minute that only read. */
    readsPerMinute?: number | null
    /** Maximum number of concurrent tasks. */
    inWork?: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting?: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd?: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd?: number | null
  }
  /** Limits for each end user of the key; null for none. */
  userLimits?: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute?: number | null
    /** Requests per minute that only read. */
    readsPerMinute?: number | null
    /** Maximum number of concurrent tasks. */
    inWork?: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting?: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd?: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd?: number | null
  } | null
  /** A higher budget until a given time, after which the usual budget applies again; null ends it. */
  raise?: {
    perDayUsd?: number
    perMonthUsd?: number
    /** Seconds since 1970. */
    until: number
  } | null
  /** The id of its project; null for none. */
  project?: string | null
  /** The role in the project: `viewer` can read everything in it, `member` can also create images and videos, and `owner` can also manage its keys. Default: member. */
  role?: 'viewer' | 'member' | 'owner'
}

export type CreateKeyCreated = {
  object: 'key'
  id: string
  name: string
  /** The first characters of the key, to help you recognize it. */
  hint: string
  state: 'active' | 'expired' | 'revoked'
  scopes: Array<'images:write' | 'videos:write' | 'tasks:read' | 'tasks:write' | 'admin'>
  /** Null for all models. */
  models: string[] | null
  /** Seconds since 1970, like all times here. */
  created: number
  expires: number | null
  revoked: number | null
  /** When the key was last used, to the minute; null if never. */
  lastUsed: number | null
  /** After a rotation, when the old key stops working; null if it already has. */
  formerTextUntil: number | null
  limits: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute: number | null
    /** Requests per minute that only read. */
    readsPerMinute: number | null
    /** Maximum number of concurrent tasks. */
    inWork: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd: number | null
  }
  /** The limits of each end user; null for none. */
  userLimits: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute: number | null
    /** Requests per minute that only read. */
    readsPerMinute: number | null
    /** Maximum number of concurrent tasks. */
    inWork: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd: number | null
  } | null
  /** The higher budget and when it ends, in seconds since 1970; null for none. */
  raise: {
    perDayUsd: number | null
    perMonthUsd: number | null
    until: number
  } | null
  /** The id of its project; null for none. */
  project: string | null
  /** The role of the key in its project; null without a project. */
  role: 'viewer' | 'member' | 'owner' | null
  /** The key itself, shown only once. */
  key: string
  /** whsec_…, the secret that signs its webhooks. */
  webhookSecret: string
}

export type GetKeyAnswer = ManagedKey

export type EditKeyBody = {
  /** A human-readable name; it does not have to be unique. */
  name?: string
  /** Permissions: images:write, videos:write, tasks:read, tasks:write, admin. Default: all but admin. */
  scopes?: Array<'images:write' | 'videos:write' | 'tasks:read' | 'tasks:write' | 'admin'>
  /** The allowed models; null for all. */
  models?: string[] | null
  /** Seconds since 1970; null for never. */
  expires?: number | null
  /** The limits of the key. Omitted limits stay unchanged. */
  limits?: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute?: number | null
    /** Requests per minute that only read. */
    readsPerMinute?: number | null
    /** Maximum number of concurrent tasks. */
    inWork?: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting?: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd?: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd?: number | null
  }
  /** Limits for each end user of the key; null for none. */
  userLimits?: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute?: number | null
    /** Requests per minute that only read. */
    readsPerMinute?: number | null
    /** Maximum number of concurrent tasks. */
    inWork?: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting?: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd?: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd?: number | null
  } | null
  /** A higher budget until a given time, after which the usual budget applies again; null ends it. */
  raise?: {
    perDayUsd?: number
    perMonthUsd?: number
    /** Seconds since 1970. */
    until: number
  } | null
  /** The id of its project; null for none. */
  project?: string | null
  /** The role in the project: `viewer` can read everything in it, `member` can also create images and videos, and `owner` can also manage its keys. Default: member. */
  role?: 'viewer' | 'member' | 'owner'
}

export type EditKeyAnswer = ManagedKey

export type RevokeKeyAnswer = ManagedKey

export type RotateKeyBody = {
  /** Seconds for which the old key keeps working. Default: 86400 (one day); 0 ends it immediately. */
  overlapSeconds?: number
}

export type RotateKeyAnswer = {
  object: 'key'
  id: string
  name: string
  /** The first characters of the key, to help you recognize it. */
  hint: string
  state: 'active' | 'expired' | 'revoked'
  scopes: Array<'images:write' | 'videos:write' | 'tasks:read' | 'tasks:write' | 'admin'>
  /** Null for all models. */
  models: string[] | null
  /** Seconds since 1970, like all times here. */
  created: number
  expires: number | null
  revoked: number | null
  /** When the key was last used, to the minute; null if never. */
  lastUsed: number | null
  /** After a rotation, when the old key stops working; null if it already has. */
  formerTextUntil: number | null
  limits: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute: number | null
    /** Requests per minute that only read. */
    readsPerMinute: number | null
    /** Maximum number of concurrent tasks. */
    inWork: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd: number | null
  }
  /** The limits of each end user; null for none. */
  userLimits: {
    /** Requests per minute that create resources; null for no limit. */
    createsPerMinute: number | null
    /** Requests per minute that only read. */
    readsPerMinute: number | null
    /** Maximum number of concurrent tasks. */
    inWork: number | null
    /** Maximum number of queued tasks, in addition to the concurrent ones. */
    waiting: number | null
    /** Daily budget in US dollars (UTC days); up to six decimals. */
    perDayUsd: number | null
    /** Monthly budget in US dollars (UTC months); up to six decimals. */
    perMonthUsd: number | null
  } | null
  /** The higher budget and when it ends, in seconds since 1970; null for none. */
  raise: {
    perDayUsd: number | null
    perMonthUsd: number | null
    until: number
  } | null
  /** The id of its project; null for none. */
  project: string | null
  /** The role of the key in its project; null without a project. */
  role: 'viewer' | 'member' | 'owner' | null
  /** The key itself, shown only once. */
  key: string
}

export type ListProjectsQuery = {
  /** Default: 20. */
  limit?: number
  /** The `next_cursor` of the previous page. */
  cursor?: string
}

export type ListProjectsAnswer = {
  object: 'list'
  data: Project[]
  has_more: boolean
  /** Send this as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

export type CreateProjectBody = {
  /** A human-readable name; it does not have to be unique. */
  name: string
  /** The limits of the project. Omitted limits stay unchanged. */
  limits?: {
    /** Maximum number of concurrent tasks across all its keys; null for no limit. */
    inWork?: number | null
    /** Maximum number of queued tasks across all its keys. */
    waiting?: number | null
    /** Daily budget of all its keys in US dollars (UTC days). */
    perDayUsd?: number | null
    /** Monthly budget of all its keys (UTC months). */
    perMonthUsd?: number | null
  }
  /** A higher budget until a given time, after which the usual budget applies again; null ends it. */
  raise?: {
    perDayUsd?: number
    perMonthUsd?: number
    /** Seconds since 1970. */
    until: number
  } | null
}

export type CreateProjectCreated = Project

export type GetProjectAnswer = Project

export type EditProjectBody = {
  /** A human-readable name; it does not have to be unique. */
  name?: string
  /** The limits of the project. Omitted limits stay unchanged. */
  limits?: {
    /** Maximum number of concurrent tasks across all its keys; null for no limit. */
    inWork?: number | null
    /** Maximum number of queued tasks across all its keys. */
    waiting?: number | null
    /** Daily budget of all its keys in US dollars (UTC days). */
    perDayUsd?: number | null
    /** Monthly budget of all its keys (UTC months). */
    perMonthUsd?: number | null
  }
  /** A higher budget until a given time, after which the usual budget applies again; null ends it. */
  raise?: {
    perDayUsd?: number
    perMonthUsd?: number
    /** Seconds since 1970. */
    until: number
  } | null
  /** False restores an archived project. */
  archived?: boolean
}

export type EditProjectAnswer = Project

export type ArchiveProjectAnswer = Project

export type ListAuditQuery = {
  /** Only entries of this key or project. */
  key?: string
  /** Default: 20. */
  limit?: number
  /** The `next_cursor` of the previous page. */
  cursor?: string
}

export type ListAuditAnswer = {
  object: 'list'
  data: AuditEntry[]
  has_more: boolean
  /** Send this as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

export type ListEventsQuery = {
  /** Default: 20. */
  limit?: number
  /** The `next_cursor` of the previous page. */
  cursor?: string
}

export type ListEventsAnswer = {
  object: 'list'
  data: ServiceEvent[]
  has_more: boolean
  /** Send this as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null
}

export type ListLocalModelsAnswer = {
  available: Array<{
    /** The name to send when you add the model. */
    name: string
    title: string
    about: string
    kind: 'image' | 'video'
    /** `generate`, `upscale`, `cutout` or `moderate`. */
    does: string
    /** The SPDX id or the name of the licence. */
    licence: string
    licenceUrl: string
    /** Whether you must accept the licence with `acceptLicence`. */
    asksLicence: boolean
    /** Whether the size and SHA-256 of every file are known before the download. */
    pinned: boolean
    /** Total size of all files; null if a size is unknown. */
    bytes: number | null
    /** Bytes that are not on this disk yet. */
    missingBytes: number | null
    /** The estimated memory requirement. */
    memoryBytes: number | null
    installed: boolean
    /** False if this version cannot run it yet. */
    runnable: boolean
    /** Why it cannot run here; null if it can. */
    whyNot: string | null
    /** Whether this is the recommended first choice for this machine. */
    recommended: boolean
    /** Estimated requirements on this machine, before anything is downloaded. */
    estimate: {
      /** Estimated download time in seconds at 10 MB/s; null if a size is unknown. */
      downloadSeconds: number | null
      /** The download time as text, with the size. */
      download: string | null
      /** Seconds for one picture in the default size, once the model is loaded; null if the model does not run or no similar model was measured. */
      pictureSeconds: {
        least: number
        most: number
      } | null
      /** The time for one picture as text, with its size and the device. */
      picture: string | null
      /** The required memory and the memory of this machine, as text. */
      memory: string | null
      /** Whether it fits into the memory of this machine. */
      fits: boolean | null
    }
  }>
  installed: Array<{
    id: string
    title: string
    kind: 'image' | 'video'
    does: string
    /** The architecture of the model. */
    family: string
    /** The runtime that runs the model. */
    driver: string
    /** A name from the list, `hf:…`, or a path. */
    from: string
    licence: string
    /** Seconds since 1970. */
    added: number
    /** Size of its files; shared files count for each model. */
    bytes: number
    /** Missing files; the model cannot run without them. */
    missing: string[]
  }>
  /** Includes downloads started from the command line. */
  downloads: Array<{
    id: string
    title: string
    /** `interrupted`: the process that downloaded it ended. Add the model again to resume. */
    state: 'running' | 'failed' | 'interrupted'
    /** Bytes downloaded so far. */
    bytes: number
    /** Null if a size is unknown. */
    totalBytes: number | null
    /** Seconds since 1970. */
    started: number
    /** The speed over the last few seconds; null until this list has been read twice. */
    bytesPerSecond: number | null
    /** Seconds left at this speed; null if unknown. */
    secondsLeft: number | null
    /** Why the download failed; otherwise null. */
    error: string | null
  }>
}

export type AddLocalModelBody = {
  /** A name from `available`. */
  name: string
  /** Accepts the licence of the model. */
  acceptLicence?: boolean
  /** Accepts a model without a known SHA-256. */
  allowUnpinned?: boolean
}

export type AddLocalModelAccepted = {
  id: string
  title: string
  /** `interrupted`: the process that downloaded it ended. Add the model again to resume. */
  state: 'running' | 'failed' | 'interrupted'
  /** Bytes downloaded so far. */
  bytes: number
  /** Null if a size is unknown. */
  totalBytes: number | null
  /** Seconds since 1970. */
  started: number
  /** The speed over the last few seconds; null until this list has been read twice. */
  bytesPerSecond: number | null
  /** Seconds left at this speed; null if unknown. */
  secondsLeft: number | null
  /** Why the download failed; otherwise null. */
  error: string | null
}

export type RemoveLocalModelAnswer = {
  id: string
  removed: true
}

export type ListProvidersAnswer = {
  object: 'list'
  data: Array<{
    id: string
    name: string
    /** Whether its variables are set. If they are, `GET /api/ai/models` lists its models. */
    on: boolean
    /** The environment variables that turn it on; setting them requires a restart. */
    variables: string[]
    models: Array<{
      id: string
      kind: 'image' | 'video'
    }>
  }>
}

export type GetFileQuery = {
  /** The picture at this width, as WebP unless `format` says otherwise; for a video, its cover. A narrower picture keeps its size. A video without a cover has no thumbnail. A copy contains no Content Credentials; if the original does, the response has the header `x-content-credentials: not-carried`. */
  width?: '64' | '128' | '256' | '512' | '1024'
  /** The picture in this format; for a video, its cover. Without `width`, it keeps its size. */
  format?: 'webp' | 'jpeg' | 'png'
}

export type GetHealthAnswer = {
  status: 'ok'
}

export type GetReadinessAnswer = {
  status: 'ok'
  /** Conditions that do not affect readiness; absent if there are none. */
  notes?: string[]
}

export type TaskResultEvent = {
  /** The task id. */
  id: string
  object: 'task_result'
  /** Time of the result, in seconds since 1970. */
  created: number
  status: 'success' | 'failed'
  result: {
    /** The results; empty when the task failed. */
    images: Array<{
      fileUrl: string
      /** A bare extension, such as mp4 or png. */
      fileType: string
      taskCostTime: number
    }>
  }
  /** Why it failed, in plain text. */
  error: string | null
  /** Seconds from the start of processing to the result. */
  taskCostTime: number
}

/** What a webhook can say; `object` tells which it is. */
export type WebhookEvent = TaskResultEvent

export type ErrorBody = {
  error: {
    /** A code from the list of errors; match on this. */
    code: string
    /** A human-readable description of the problem and how to solve it. */
    message: string
    type: 'invalid_request_error' | 'authentication_error' | 'permission_error' | 'not_found_error' | 'rate_limit_error' | 'api_error'
    /** The name of the parameter, if the error concerns one. */
    param: string | null
    /** The same id as in the x-request-id header; quote it when you ask for help. */
    request_id: string
  }
}

export type ErrorCode =
  | 'prompt_too_long'
  | 'missing_parameter'
  | 'invalid_parameter'
  | 'invalid_json'
  | 'invalid_multipart'
  | 'model_not_found'
  | 'invalid_image'
  | 'too_many_images'
  | 'image_url_unreachable'
  | 'invalid_webhook_url'
  | 'content_policy_violation'
  | 'unsupported_request'
  | 'sign_in_failed'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'budget_exceeded'
  | 'insufficient_scope'
  | 'model_not_allowed'
  | 'sign_in_refused'
  | 'task_not_found'
  | 'file_not_found'
  | 'key_not_found'
  | 'project_not_found'
  | 'engine_not_found'
  | 'local_model_not_found'
  | 'route_not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'request_timeout'
  | 'idempotency_conflict'
  | 'key_conflict'
  | 'task_already_finished'
  | 'task_not_finished'
  | 'payload_too_large'
  | 'image_too_large'
  | 'unsupported_media_type'
  | 'misdirected_request'
  | 'rate_limit_exceeded'
  | 'queue_full'
  | 'internal_error'
  | 'provider_error'
  | 'provider_unavailable'
  | 'sign_in_unavailable'
  | 'shutting_down'
  | 'storage_unavailable'
  | 'timeout'
  | 'queue_timeout'
  | 'cancelled'
  | 'provider_lost_task'
  | 'start_unknown'
  | 'no_output'

export type TaskErrorCode =
  | 'timeout'
  | 'queue_timeout'
  | 'cancelled'
  | 'provider_error'
  | 'provider_unavailable'
  | 'provider_lost_task'
  | 'start_unknown'
  | 'content_policy_violation'
  | 'unsupported_request'
  | 'invalid_image'
  | 'image_url_unreachable'
  | 'no_output'
  | 'storage_unavailable'
  | 'internal_error'

/** Codes after which the same request may succeed later. */
export const RETRYABLE_CODES: readonly string[] = [
  'image_url_unreachable',
  'budget_exceeded',
  'request_timeout',
  'task_not_finished',
  'rate_limit_exceeded',
  'queue_full',
  'internal_error',
  'provider_error',
  'provider_unavailable',
  'sign_in_unavailable',
  'shutting_down',
  'storage_unavailable',
  'timeout',
  'queue_timeout',
  'provider_lost_task',
  'no_output',
]
