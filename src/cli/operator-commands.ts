import type { CommandSpec, OptionSpec } from './command.ts'
import type { VERBS } from './operator/keys.ts'

const JSON_OPTION: OptionSpec = { flags: '--json', description: 'answer in JSON' }
const KEY = { name: 'id', description: 'the id of a key; keys list shows them', isRequired: true }

/** What a key may do and use: said when it is made, and changed later. */
const SETTINGS: readonly OptionSpec[] = [
  { flags: '--name <name>', description: 'what you call it' },
  {
    flags: '--scopes <list>',
    description: 'of images:write,videos:write,tasks:read,tasks:write,admin; all but admin if left out',
  },
  { flags: '--models <list>', description: 'such as diorama,sandbox; all allows every model' },
  { flags: '--expires <when>', description: 'such as 30d, 12h or 2030-01-31; none for never' },
  ...(['', 'user-'] as const).flatMap((prefix) => {
    const each = prefix === '' ? '' : ', of each end user'
    return [
      { flags: `--${prefix}rpm <number>`, description: `requests per minute that create tasks${each}; none lifts it` },
      { flags: `--${prefix}reads <number>`, description: `requests per minute that only read${each}` },
      { flags: `--${prefix}in-work <number>`, description: `tasks at the engines at once${each}` },
      { flags: `--${prefix}waiting <number>`, description: `tasks that wait behind those${each}` },
      { flags: `--${prefix}per-day <dollars>`, description: `budget per day${each}` },
      { flags: `--${prefix}per-month <dollars>`, description: `budget per month${each}` },
    ]
  }),
]

type Verb = keyof typeof VERBS

const keys = (
  name: Verb,
  summary: string,
  more: Pick<CommandSpec, 'arguments' | 'options' | 'examples'> = {},
): CommandSpec => ({
  name,
  summary,
  ...more,
  options: [...(more.options ?? []), JSON_OPTION],
  run: async ({ given }) => (await import('./operator/keys.ts')).keysCommand(name, given),
})

/** Commands for those who run a service. They work on the store and the settings of this machine. */
export const OPERATOR_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'serve',
    summary: 'start the service (what npm start does)',
    options: [
      {
        flags: '--role <role>',
        description: 'one part of a fleet: answer requests, or do the work',
        choices: ['all', 'api', 'worker'],
      },
    ],
    run: async ({ given }) => (await import('./operator/serve.ts')).serveCommand(given),
  },
  {
    name: 'migrate',
    summary: 'bring the database up to date and end; serve does so too',
    options: [JSON_OPTION],
    run: async ({ given }) => (await import('./operator/migrate.ts')).migrateCommand(given),
  },
  {
    name: 'backup',
    summary: 'copy records and files, also while the service runs; again: what is new',
    options: [
      { flags: '--to <folder>', description: 'where the backup is, or will be', isRequired: true },
      { flags: '--verify', description: 'also read what is there, and repair it' },
      JSON_OPTION,
    ],
    run: async ({ given }) => (await import('./operator/backup.ts')).backupCommand(given),
  },
  {
    name: 'restore',
    summary: 'put a backup into an empty data folder',
    options: [{ flags: '--from <folder>', description: 'where the backup is', isRequired: true }, JSON_OPTION],
    run: async ({ given }) => (await import('./operator/backup.ts')).restoreCommand(given),
  },
  {
    name: 'keys',
    summary: 'manage API keys',
    commands: [
      keys('create', 'make an API key; it is shown once', {
        options: SETTINGS,
        examples: ['keys create --name my-app --models diorama,sandbox --rpm 60 --per-day 5'],
      }),
      keys('edit', 'change what a key may do and use', { arguments: [KEY], options: SETTINGS }),
      keys('rotate', 'replace the secret of a key; the old one works for another 24 hours', {
        arguments: [KEY],
        options: [
          { flags: '--overlap <length>', description: 'how long the old text works, such as 30m; 0 ends it now' },
        ],
      }),
      keys('list', 'show all keys, never their text'),
      keys('show', 'all about one key', { arguments: [KEY] }),
      keys('revoke', 'a revoked key stops working within a second', { arguments: [KEY] }),
      keys('secret', 'show the secret that signs the webhooks of a key', {
        arguments: [KEY],
        options: [{ flags: '--rotate', description: 'replace it' }],
      }),
      keys('audit', 'audit log, newest first', {
        arguments: [{ ...KEY, isRequired: false }],
        options: [{ flags: '--limit <number>', description: 'how many; 50 if left out' }],
      }),
    ],
  },
  {
    name: 'prices',
    summary: 'manage the prices of models',
    commands: [
      {
        name: 'import',
        summary: "read LiteLLM's public list of prices and show what would change (docs/money.md)",
        arguments: [{ name: 'file', description: 'the list, on this disk', isRequired: true }],
        options: [
          { flags: '--write <file>', description: 'write them down, such as to mediagen.prices.json' },
          { flags: '--as-of <day>', description: 'when they were true; today if left out' },
          { flags: '--believe-zero', description: 'take a price of zero for one' },
          JSON_OPTION,
        ],
        run: async ({ given }) => (await import('./operator/prices.ts')).importPricesCommand(given),
      },
    ],
  },
  {
    name: 'credentials',
    summary: 'sign results, and check signed ones',
    commands: [
      {
        name: 'init',
        summary: 'make a certificate for tests, with which results are signed (docs/provenance.md)',
        options: [
          { flags: '--to <folder>', description: 'where to put it; ./credentials if left out' },
          { flags: '--name <name>', description: 'the name of the signer' },
          JSON_OPTION,
        ],
        run: async ({ given }) => (await import('./operator/credentials.ts')).initCredentialsCommand(given),
      },
      {
        name: 'check',
        summary: 'what a picture or clip says of its origin, and whether that is valid',
        arguments: [{ name: 'file', description: 'the picture or clip', isRequired: true }],
        options: [{ flags: '--json', description: 'the whole story, as C2PA tells it' }],
        run: async ({ given }) => (await import('./operator/credentials.ts')).checkCredentialsCommand(given),
      },
    ],
  },
  {
    name: 'doctor',
    summary: 'check settings, disk, database, ffmpeg, keys and reachability',
    options: [JSON_OPTION],
    run: async ({ given }) => (await import('./operator/doctor.ts')).doctorCommand(given),
  },
  {
    name: 'mcp',
    summary: 'be the tool of a desktop assistant that starts it (docs/mcp.md)',
    about: 'With MEDIAGEN_URL and MEDIAGEN_API_KEY of that service, else of one of its own in ~/.mediagen.',
    run: async () => (await import('./operator/mcp.ts')).mcpCommand(),
  },
]
