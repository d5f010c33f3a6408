import type { CommandSpec, OptionSpec } from './command.ts'
import { LOCAL_MODEL_COMMANDS } from './local-model-commands.ts'
import { JSON_WHEN_PIPED, PROFILE, SERVICE, URL_OPTION } from './shared-options.ts'

const SAVING: readonly OptionSpec[] = [
  { flags: '-o, --output <file>', description: 'where to save the result: a file, a folder, or - for standard output' },
  {
    flags: '--download <pattern>',
    description: 'a pattern for file names, with {id}, {index}, {line}, {slug} and {ext}',
  },
  { flags: '-f, --force', description: 'overwrite existing files' },
  { flags: '--open', description: 'open the first result when it is ready' },
  { flags: '--no-preview', description: 'do not show the result in the terminal' },
]

const ASYNC = { flags: '--async', description: 'print the task id without waiting for the result' }

const MAKING: readonly OptionSpec[] = [
  { flags: '-m, --model <name>', description: 'the model; default: diorama' },
  { flags: '--size <size>', description: 'the size, such as 1280x720, 16:9 or 720p' },
  { flags: '--aspect-ratio <w:h>', description: 'the shape, such as 16:9' },
  { flags: '--seed <number>', description: 'the seed; the same seed and request give the same result' },
  {
    flags: '-i, --image <path>',
    description: 'a reference image: a path or a URL; may be repeated',
    isMany: true,
  },
  { flags: '--webhook-url <address>', description: 'a URL that receives a signed POST when the task ends' },
  ASYNC,
]

const CHOOSING: readonly OptionSpec[] = [
  { flags: '--negative <text>', description: 'what to avoid in the result' },
  { flags: '--quality <name>', description: 'the quality: low, medium or high' },
  { flags: '--strength <number>', description: 'how far the result may differ from the reference image, 0 to 1' },
  { flags: '--style <name>', description: 'a style of the model' },
  { flags: '--option <name=value>', description: 'an option of the model; may be repeated', isMany: true },
]

const CHOOSING_PICTURES: readonly OptionSpec[] = [
  ...CHOOSING,
  { flags: '--background <name>', description: 'the background: transparent or opaque' },
  { flags: '--format <name>', description: 'the file format: png, jpeg or webp' },
  { flags: '--mask <path>', description: 'the part of --image to repaint: transparent, or white on black' },
]

const CHOOSING_CLIPS: readonly OptionSpec[] = [
  { flags: '--seconds <number>', description: 'the length in seconds' },
  { flags: '--audio', description: 'create a clip with sound' },
  { flags: '--no-audio', description: 'create a clip without sound' },
  { flags: '--first-frame <path>', description: 'the first frame: a path or a URL' },
  { flags: '--last-frame <path>', description: 'the last frame: a path or a URL' },
  { flags: '--video <path>', description: 'a source clip: a path, a URL, or the id of a video' },
  ...CHOOSING,
]

const BATCH: readonly OptionSpec[] = [
  { flags: '--file <path>', description: 'run a batch: one prompt or JSON object per line; run again to resume' },
  { flags: '--journal <path>', description: 'the progress file of a batch; default: next to the prompts' },
  { flags: '--parallel <number>', description: 'the number of concurrent jobs in a batch; default: 4' },
  { flags: '--retry-failed', description: 'retry jobs that failed in an earlier run of the batch' },
]

const PROMPT = {
  name: 'prompt',
  description: 'what you want to see; omit it or pass - to read it from a pipe',
  isMany: true,
}
const ENGINE = { name: 'id', description: "an engine or server; 'mediagen engines' lists them", isRequired: true }
const TASK = { name: 'id', description: 'the id of a task', isRequired: true }

/** Commands that call a service. They know it only through @mediagen/client. */
export const CALLER_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'image',
    summary: 'create an image',
    arguments: [PROMPT],
    options: [
      ...SAVING,
      ...MAKING,
      ...CHOOSING_PICTURES,
      { flags: '--n <number>', description: 'the number of images, from 1 to 10' },
      ...BATCH,
      ...SERVICE,
    ],
    examples: [
      'image "a red fox" -o fox.png',
      'image "a red fox" --n 4 --download "out/{id}_{index}.{ext}"',
      'image --file prompts.txt',
    ],
    run: async (call) => (await import('./caller/generate.ts')).imageCommand(call),
  },
  {
    name: 'video',
    summary: 'create a video',
    arguments: [PROMPT],
    options: [...SAVING, ...MAKING, ...CHOOSING_CLIPS, ...BATCH, ...SERVICE],
    examples: ['video "the fox runs away" -i first.png -i last.png -o clip.mp4', 'video --file jobs.jsonl -o clips/'],
    run: async (call) => (await import('./caller/generate.ts')).videoCommand(call),
  },
  {
    name: 'upload',
    summary: 'upload pictures and clips; pass their ids to -i, --mask or --video',
    arguments: [{ name: 'file', description: 'a path or a URL', isRequired: true, isMany: true }],
    options: SERVICE,
    examples: ['upload fox.png', 'image "as a postcard" -i upload_9bXc2VtQm7LsKd4WnPzR1y'],
    run: async (call) => (await import('./caller/upload.ts')).uploadCommand(call),
  },
  {
    name: 'tasks',
    summary: 'list your tasks, newest first',
    options: [
      {
        flags: '--status <status>',
        description: 'only tasks with this status',
        choices: ['pending', 'processing', 'success', 'failed'],
      },
      { flags: '--kind <kind>', description: 'only tasks of this kind', choices: ['image', 'video'] },
      { flags: '-m, --model <name>', description: 'only tasks of this model' },
      { flags: '--limit <number>', description: 'the number of tasks; default: 20' },
      ...SERVICE,
    ],
    run: async (call) => (await import('./caller/list-commands.ts')).tasksCommand(call),
  },
  {
    name: 'task',
    summary: 'show the full record of a task',
    arguments: [TASK],
    options: [{ flags: '--wait', description: 'wait until the task ends' }, ...SERVICE],
    run: async (call) => (await import('./caller/task-commands.ts')).taskCommand(call),
  },
  {
    name: 'download',
    summary: 'wait for a task and save its files; needs the tasks:read scope',
    arguments: [TASK],
    options: [...SAVING, ...SERVICE],
    run: async (call) => (await import('./caller/task-commands.ts')).downloadCommand(call),
  },
  {
    name: 'retry',
    summary: 'rerun the request of a finished task',
    arguments: [TASK],
    options: [...SAVING, ASYNC, ...SERVICE],
    run: async (call) => (await import('./caller/generate.ts')).retryCommand(call),
  },
  {
    name: 'cancel',
    summary: 'cancel tasks, or all queued tasks',
    arguments: [{ ...TASK, isRequired: false, isMany: true }],
    options: [{ flags: '--pending', description: 'cancel all queued tasks of this key' }, ...SERVICE],
    run: async (call) => (await import('./caller/task-commands.ts')).cancelCommand(call),
  },
  {
    name: 'delete',
    summary: 'delete finished tasks and their files',
    arguments: [{ ...TASK, isMany: true }],
    options: SERVICE,
    run: async (call) => (await import('./caller/task-commands.ts')).deleteCommand(call),
  },
  {
    name: 'models',
    summary: 'list the models of a service, or those configured on this machine',
    options: [
      { flags: '--kind <kind>', description: 'only models of this kind', choices: ['image', 'video'] },
      { flags: '--local', description: 'list the models configured on this machine, even if you are logged in' },
      ...SERVICE,
    ],
    commands: LOCAL_MODEL_COMMANDS,
    run: async (call) => (await import('./models-command.ts')).modelsCommand(call),
  },
  {
    name: 'estimate',
    summary: 'show the cost of a request without running it',
    arguments: [PROMPT],
    options: [
      { flags: '--kind <kind>', description: 'what to estimate; default: image', choices: ['image', 'video'] },
      ...MAKING.filter((option) => option !== ASYNC),
      ...new Set([...CHOOSING_CLIPS, ...CHOOSING_PICTURES]),
      { flags: '--n <number>', description: 'the number of images, from 1 to 10' },
      ...SERVICE,
    ],
    examples: ['estimate "a red fox" --n 4', 'estimate "the fox runs away" --kind video --size 1080p'],
    run: async (call) => (await import('./caller/list-commands.ts')).estimateCommand(call),
  },
  {
    name: 'usage',
    summary: 'show the usage of this key, by day and model',
    options: [{ flags: '--days <number>', description: 'the number of days; default: 30' }, ...SERVICE],
    run: async (call) => (await import('./caller/list-commands.ts')).usageCommand(call),
  },
  {
    name: 'events',
    summary: 'list events about budgets, engines, webhooks and keys; requires the admin scope',
    options: [{ flags: '--limit <number>', description: 'the number of events; default: 20' }, ...SERVICE],
    run: async (call) => (await import('./caller/events-command.ts')).eventsCommand(call),
  },
  {
    name: 'engines',
    summary: 'list the engines and their servers; requires the admin scope',
    options: SERVICE,
    commands: [
      {
        name: 'pause',
        summary: 'pause an engine or one of its servers; running tasks finish',
        arguments: [ENGINE],
        options: [{ flags: '--reason <text>', description: 'the reason, shown to other operators' }, ...SERVICE],
        examples: ['engines pause gpus@10.0.0.5:8188 --reason "a new card"'],
        run: async (call) => (await import('./caller/engine-commands.ts')).pauseCommand(call),
      },
      {
        name: 'resume',
        summary: 'resume an engine or a server',
        arguments: [ENGINE],
        options: SERVICE,
        run: async (call) => (await import('./caller/engine-commands.ts')).resumeCommand(call),
      },
    ],
    run: async (call) => (await import('./caller/engine-commands.ts')).enginesCommand(call),
  },
  {
    name: 'listen',
    summary: 'print each task when it ends, and forward it to a receiver like a webhook',
    options: [
      { flags: '--forward-to <address>', description: 'a receiver, such as http://localhost:3000/hook' },
      { flags: '--secret <whsec>', description: 'the secret that signs events; default: the secret of the key' },
      { flags: '--since <length>', description: 'also show events from a past period, such as 30m, 2h or 1d' },
      ...SERVICE,
    ],
    run: async (call) => (await import('./caller/events/listen.ts')).listenCommand(call),
  },
  {
    name: 'trigger',
    summary: 'send a signed sample to a receiver, or run a sandbox task',
    arguments: [
      {
        name: 'sample',
        description: 'the outcome of the task',
        isRequired: true,
        choices: ['success', 'fail', 'slow'],
      },
    ],
    options: [
      { flags: '--to <address>', description: 'a receiver; without it, the service runs the sample as a task' },
      {
        flags: '--secret <whsec>',
        description: 'the secret that signs the sample; default: MEDIAGEN_WEBHOOK_SECRET, or a new one',
      },
      ...SERVICE,
    ],
    examples: ['trigger success --to http://localhost:3000/hook'],
    run: async (call) => (await import('./caller/events/trigger.ts')).triggerCommand(call),
  },
  {
    name: 'open',
    summary: 'open the console in a browser, signed in',
    options: [
      { flags: '--print', description: 'print the link, which contains your key, instead of opening it' },
      ...SERVICE,
    ],
    run: async (call) => (await import('./caller/open-console.ts')).openCommand(call),
  },
  {
    name: 'login',
    summary: 'save a service and its key',
    about: 'Prompts for the address and the key if you omit them.',
    options: [
      URL_OPTION,
      { flags: '--key <key>', description: 'the key; piping or typing it is safer, because shells save their history' },
      { flags: '--profile <name>', description: 'the name to save it under' },
      { flags: '--default', description: 'use this profile by default' },
      ...JSON_WHEN_PIPED,
    ],
    examples: ['login --url https://media.example.com --profile work < key.txt'],
    run: async (call) => (await import('./caller/login.ts')).loginCommand(call),
  },
  {
    name: 'logout',
    summary: 'remove a saved service and its key',
    options: [PROFILE, ...JSON_WHEN_PIPED],
    run: async (call) => (await import('./caller/login.ts')).logoutCommand(call),
  },
]
