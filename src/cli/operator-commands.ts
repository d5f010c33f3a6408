import type { CommandSpec, OptionSpec } from './command.ts'
import type { VERBS } from './operator/keys.ts'
import type { PROJECT_VERBS } from './operator/projects.ts'
import { JSON_ON_REQUEST } from './shared-options.ts'

const KEY = { name: 'id', description: "a key id, as shown by 'keys list'", isRequired: true }

const PROJECT = { name: 'project', description: 'a project id or name', isRequired: true }

/** A temporary raise of the budget. */
const RAISE: readonly OptionSpec[] = [
  { flags: '--raise-per-day <dollars>', description: 'a higher budget per day until --raise-until' },
  { flags: '--raise-per-month <dollars>', description: 'a higher budget per month until --raise-until' },
  { flags: '--raise-until <when>', description: 'when the raise ends, such as 3d or 2030-01-31; none ends it now' },
]

const PROJECT_SETTINGS: readonly OptionSpec[] = [
  { flags: '--name <name>', description: 'the name of the project' },
  { flags: '--in-work <number>', description: 'concurrent tasks across all its keys; none removes the limit' },
  { flags: '--waiting <number>', description: 'queued tasks, in addition to the concurrent ones' },
  { flags: '--per-day <dollars>', description: 'daily budget shared by its keys' },
  { flags: '--per-month <dollars>', description: 'monthly budget shared by its keys' },
  ...RAISE,
]

/** The permissions and limits of a key, for its creation and for changes. */
const SETTINGS: readonly OptionSpec[] = [
  { flags: '--name <name>', description: 'the name of the key' },
  {
    flags: '--scopes <list>',
    description: 'any of images:write,videos:write,tasks:read,tasks:write,admin; default: all but admin',
  },
  { flags: '--models <list>', description: 'the allowed models, such as diorama,sandbox; all allows every model' },
  { flags: '--expires <when>', description: 'when it expires, such as 30d, 12h or 2030-01-31; none for never' },
  {
    flags: '--project <project>',
    description: 'a project id or name; none removes the key from its project',
  },
  { flags: '--role <role>', description: 'its role in the project: viewer, member or owner; default: member' },
  ...RAISE,
  ...(['', 'user-'] as const).flatMap((prefix) => {
    const each = prefix === '' ? '' : ', per end user'
    return [
      {
        flags: `--${prefix}rpm <number>`,
        description: `requests per minute that create tasks${each}; none removes the limit`,
      },
      { flags: `--${prefix}reads <number>`, description: `requests per minute that only read${each}` },
      { flags: `--${prefix}in-work <number>`, description: `concurrent tasks${each}` },
      { flags: `--${prefix}waiting <number>`, description: `queued tasks, in addition to the concurrent ones${each}` },
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
  options: [...(more.options ?? []), ...JSON_ON_REQUEST],
  run: async ({ given }) => (await import('./operator/keys.ts')).keysCommand(name, given),
})

const projects = (
  name: keyof typeof PROJECT_VERBS,
  summary: string,
  more: Pick<CommandSpec, 'arguments' | 'options' | 'examples'> = {},
): CommandSpec => ({
  name,
  summary,
  ...more,
  options: [...(more.options ?? []), ...JSON_ON_REQUEST],
  run: async ({ given }) => (await import('./operator/projects.ts')).projectsCommand(name, given),
})

/** Commands for operators. They work on the store and the settings of this machine. */
export const OPERATOR_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'serve',
    summary: 'start the service (like npm start)',
    options: [
      {
        flags: '--role <role>',
        description: 'the role in a fleet: api serves requests; worker runs tasks',
        choices: ['all', 'api', 'worker'],
      },
    ],
    run: async ({ given }) => (await import('./operator/serve.ts')).serveCommand(given),
  },
  {
    name: 'migrate',
    summary: 'migrate the database and exit; serve also migrates it',
    options: JSON_ON_REQUEST,
    run: async ({ given }) => (await import('./operator/migrate.ts')).migrateCommand(given),
  },
  {
    name: 'backup',
    summary: 'copy the database and files, even while the service is running',
    options: [
      { flags: '--to <folder>', description: 'the backup folder', isRequired: true },
      { flags: '--verify', description: 'also check the files in the backup, and repair them' },
      ...JSON_ON_REQUEST,
    ],
    run: async ({ given }) => (await import('./operator/backup.ts')).backupCommand(given),
  },
  {
    name: 'restore',
    summary: 'restore a backup into an empty data folder',
    options: [{ flags: '--from <folder>', description: 'the backup folder', isRequired: true }, ...JSON_ON_REQUEST],
    run: async ({ given }) => (await import('./operator/backup.ts')).restoreCommand(given),
  },
  {
    name: 'keys',
    summary: 'manage API keys',
    commands: [
      keys('create', 'create an API key, and show it once', {
        options: SETTINGS,
        examples: ['keys create --name my-app --models diorama,sandbox --rpm 60 --per-day 5'],
      }),
      keys('edit', 'change the permissions and limits of a key', { arguments: [KEY], options: SETTINGS }),
      keys('rotate', 'replace the secret of a key; the old one works for another 24 hours', {
        arguments: [KEY],
        options: [
          {
            flags: '--overlap <length>',
            description: 'how long the old key keeps working, such as 30m; 0 ends it now',
          },
        ],
      }),
      keys('list', 'list all keys, without their secrets'),
      keys('show', 'show the details of one key', { arguments: [KEY] }),
      keys('revoke', 'revoke a key; it stops working within a second', { arguments: [KEY] }),
      keys('secret', 'show the secret that signs the webhooks of a key', {
        arguments: [KEY],
        options: [{ flags: '--rotate', description: 'replace the secret' }],
      }),
      keys('audit', 'show the audit log, newest first', {
        arguments: [{ ...KEY, isRequired: false }],
        options: [{ flags: '--limit <number>', description: 'the number of entries; default: 50' }],
      }),
    ],
  },
  {
    name: 'projects',
    summary: 'manage projects: keys that share tasks and limits',
    commands: [
      projects('create', 'create a project', {
        options: PROJECT_SETTINGS,
        examples: ['projects create --name my-team --per-day 20 --in-work 8'],
      }),
      projects('list', 'list all projects, with their limits and current usage'),
      projects('show', 'show the details of one project', { arguments: [PROJECT] }),
      projects('edit', 'change the name or limits of a project', {
        arguments: [PROJECT],
        options: PROJECT_SETTINGS,
      }),
      projects('archive', 'archive a project: its keys can only read; nothing is deleted', { arguments: [PROJECT] }),
      projects('restore', 'restore an archived project', { arguments: [PROJECT] }),
    ],
  },
  {
    name: 'prices',
    summary: 'manage the prices of models',
    commands: [
      {
        name: 'import',
        summary: "read LiteLLM's public price list and show the changes (docs/money.md)",
        arguments: [{ name: 'file', description: 'the price list on this machine', isRequired: true }],
        options: [
          { flags: '--write <file>', description: 'save the prices, for example to mediagen.prices.json' },
          { flags: '--as-of <day>', description: 'the date of the prices; default: today' },
          { flags: '--believe-zero', description: 'accept prices of zero' },
          ...JSON_ON_REQUEST,
        ],
        run: async ({ given }) => (await import('./operator/prices.ts')).importPricesCommand(given),
      },
    ],
  },
  {
    name: 'credentials',
    summary: 'create test certificates, and check signed files',
    commands: [
      {
        name: 'init',
        summary: 'create a test certificate for signing results (docs/provenance.md)',
        options: [
          { flags: '--to <folder>', description: 'the folder; default: ./credentials' },
          { flags: '--name <name>', description: 'the name of the signer' },
          ...JSON_ON_REQUEST,
        ],
        run: async ({ given }) => (await import('./operator/credentials.ts')).initCredentialsCommand(given),
      },
      {
        name: 'check',
        summary: 'show the Content Credentials of a picture or clip, and whether they are valid',
        arguments: [{ name: 'file', description: 'the picture or clip', isRequired: true }],
        about: 'With --json, it prints the complete C2PA report.',
        options: JSON_ON_REQUEST,
        run: async ({ given }) => (await import('./operator/credentials.ts')).checkCredentialsCommand(given),
      },
    ],
  },
  {
    name: 'doctor',
    summary: 'check settings, disk, database, ffmpeg, keys and reachability',
    options: JSON_ON_REQUEST,
    run: async ({ given }) => (await import('./operator/doctor.ts')).doctorCommand(given),
  },
  {
    name: 'mcp',
    summary: 'run as an MCP server for a desktop assistant (docs/mcp.md)',
    about: 'Uses the service at MEDIAGEN_URL with MEDIAGEN_API_KEY, or runs its own in ~/.mediagen.',
    run: async () => (await import('./operator/mcp.ts')).mcpCommand(),
  },
]
