import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { atEnd, lastingUntilClosed, wholeFile } from '../support/at-end.ts'
import { sharedBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { IS_LONG } from '../support/long.ts'
import { openService, serviceOfFile, type OpenOptions, type TestService } from '../support/service.ts'
import { pageOfNewProfile, pageOfSharedProfile } from './profile.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const SHOTS = process.env['MEDIAGEN_SHOTS']

// Everything has its place and its style, and nothing is painted: no test looks at pixels, which cost a fifth of what a page
// does. The long run paints.
const UNPAINTED_RULE = ':root { opacity: 0 !important }'
const UNPAINTED = `
  globalThis.unpainted = new CSSStyleSheet()
  unpainted.replaceSync('${UNPAINTED_RULE}')
  document.adoptedStyleSheets.push(unpainted)`

/** The widths that everything is looked at in: a small phone and a usual screen. */
export const WIDTHS = { phone: { width: 375, height: 812 }, desk: { width: 1440, height: 900 } } as const
export type Width = keyof typeof WIDTHS

type Look = { width: Width; colorScheme: 'light' | 'dark' }
const ALL_LOOKS: readonly Look[] = [
  { width: 'phone', colorScheme: 'dark' },
  { width: 'desk', colorScheme: 'light' },
  { width: 'phone', colorScheme: 'light' },
  { width: 'desk', colorScheme: 'dark' },
]
/** What every page is opened in: each width and each scheme, and in the long run all pairs of them. */
export const LOOKS = IS_LONG ? ALL_LOOKS : ALL_LOOKS.slice(0, 2)
/** What the states of a page are looked at in. Other tests open the console at a desk in light, so one is left to the short run. */
export const STATE_LOOKS = IS_LONG ? ALL_LOOKS : ALL_LOOKS.slice(0, 1)

export function isLookOfStates({ width, colorScheme }: Look): boolean {
  return STATE_LOOKS.some((look) => look.width === width && look.colorScheme === colorScheme)
}

export type ConsoleOptions = OpenOptions & {
  /** Where it is; a service of its own unless said. */
  service?: TestService
  /** Where the console is opened; the playground unless said, and nowhere yet for null. */
  path?: string | null
  width?: Width
  colorScheme?: 'light' | 'dark'
  /** With whose key; null for nobody's, the service's own unless said. */
  signedInWith?: string | null
  /** In a profile that was never used before: nothing of the console is in its cache. */
  hasNewProfile?: boolean
  /** Messages of the browser that the test expects, such as those about requests that must fail. */
  expected?: RegExp
}

export type OpenConsole = {
  service: TestService
  page: Page
  /** Everything that the browser complained about so far: errors, exceptions, breaches of the page's policy. */
  complaints: string[]
  /** Fails where axe finds anything wrong with the page as it stands. */
  checkAccess: () => Promise<void>
  /** The same in the long run alone, for a state whose parts another test checks. */
  recheckAccess: () => Promise<void>
  /** Takes a picture into the folder MEDIAGEN_SHOTS, where that is set: for looking at, not for comparing. */
  shoot: (name: string) => Promise<void>
}

/** The console as a browser shows it, on a service of its own. The test fails at its end if the browser complained. */
export async function openConsole(t: TestContext, options: ConsoleOptions = {}): Promise<OpenConsole> {
  ensureBuilt()
  const service = options.service ?? (await openService(t, options))
  const browser = await sharedBrowser()
  return { service, ...(await openPage(t, { browser, service }, options)) }
}

/**
 * Opens the console on one service for the tests of a file, each with a key of its own: a service for each took as long as its
 * page. For tests that change nothing that others with another key would see.
 */
export function consoleOfFile() {
  const open = serviceOfFile()
  return async (
    t: TestContext,
    options: Omit<ConsoleOptions, 'env' | 'replacements' | 'dataDir' | 'service'> = {},
  ): Promise<OpenConsole> => openConsole(t, { ...options, service: await open(options.key) })
}

type DocumentOptions = Omit<ConsoleOptions, 'service' | 'path' | 'width' | 'colorScheme' | 'expected'>
/** Options that take something that lasts as long as the file, such as a folder. */
type LateOptions = (file: TestContext) => Promise<DocumentOptions>
/** What one test wants of a document that goes on. */
type Wanted = Pick<ConsoleOptions, 'width' | 'colorScheme' | 'expected'>

/**
 * One document of the console for the tests of a file, which follow each other in it with one key: to load it costs ten times
 * as much as to go to another of its pages. So they find what those before them made. After one that fails, the next has a new
 * document. It holds the browser's shared profile, so tests with pages of their own come before them.
 */
export function documentOfFile(given: DocumentOptions | LateOptions = {}) {
  const file = wholeFile()
  let current: { opened: OpenConsole; close: () => Promise<void> } | undefined
  const close = async (): Promise<void> => {
    const former = current
    current = undefined
    await former?.close()
  }
  let place: Promise<DocumentOptions & { service: TestService }> | undefined
  const openPlace = async () => {
    // The modules of a file stay when it has ended.
    atEnd(file, () => (place = undefined))
    const options = typeof given === 'function' ? await given(file) : given
    const service = await openService(file, options)
    // Last, so that the page is gone before its service.
    atEnd(file, close)
    return { ...options, service }
  }
  return async (t: TestContext, path?: string, wanted: Wanted = {}): Promise<OpenConsole> => {
    const { width = 'desk', colorScheme = 'light', expected } = wanted
    place ??= openPlace()
    if (current === undefined) {
      const lasting = lastingUntilClosed()
      const opened = await openConsole(lasting.t, { ...(await place), width, colorScheme })
      current = { opened, close: lasting.close }
    }
    const { opened } = current
    await opened.page.setViewportSize(WIDTHS[width])
    await opened.page.emulateMedia({ colorScheme })
    if (path !== undefined) await visit(opened.page, path)
    atEnd(t, async () => {
      const complaints = opened.complaints.splice(0).filter((text) => expected?.test(text) !== true)
      if (!t.passed || complaints.length > 0) await close()
      assert.deepEqual(complaints, [], 'what the browser complained about')
    })
    return opened
  }
}

// A process that stood still for longer than a lease says so truly, until its next beat.
const WAS_SILENT = /status of 503 .*\/readyz$/

type Place = { browser: Browser; service: TestService }

/** A page of the console in a browser profile in which nothing is kept. */
export async function openPage(
  t: TestContext,
  { browser, service }: Place,
  {
    path = '/',
    width = 'desk',
    colorScheme = 'light',
    signedInWith = service.key,
    expected,
    hasNewProfile = false,
  }: ConsoleOptions = {},
): Promise<Omit<OpenConsole, 'service'>> {
  const { page, close } = await (hasNewProfile ? pageOfNewProfile : pageOfSharedProfile)(browser)
  atEnd(t, close)
  await page.setViewportSize(WIDTHS[width])
  // What fades in is drawn again for each frame: a fifth of what a page costs.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  if (signedInWith !== null)
    await page.addInitScript(
      `localStorage.getItem('mediagen.key') ?? localStorage.setItem('mediagen.key', ${JSON.stringify(signedInWith)})`,
    )
  // What hangs is told by the runner, with its name. Where a label has changed, a limit of one's own tells sooner.
  page.setDefaultTimeout(Number(process.env['TEST_PAGE_TIMEOUT_MS'] ?? 0))
  const complaints: string[] = []
  const complain = (text: string): void => {
    if (expected?.test(text) !== true && !WAS_SILENT.test(text)) complaints.push(text)
  }
  page.on('pageerror', (error) => complain(`exception: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complain(`${message.type()}: ${message.text()} ${message.location().url}`)
  })
  await page.addInitScript(`
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error('policy: ' + violatedDirective + ' ' + blockedURI))`)
  atEnd(t, () => assert.deepEqual(complaints, [], 'what the browser complained about'))
  if (!IS_LONG && SHOTS === undefined) await page.addInitScript(UNPAINTED)
  if (path !== null) await page.goto(service.url + path)
  return {
    page,
    complaints,
    checkAccess: () => checkAccess(page),
    recheckAccess: async () => (IS_LONG ? checkAccess(page) : undefined),
    shoot: (name) => shoot(page, name),
  }
}

// What is said in the corner goes by itself after five seconds, or eight where it can be undone.
const TOAST_MS = { least: 5_000, most: 8_000 }
const NEVER_MS = 2 ** 31 - 1

/**
 * From now on what is said in the corner of the page stays, and what it offers to undo waits as long: neither ends before a
 * slow machine has come to it.
 */
export async function keepToasts(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    if ('endToasts' in globalThis) return
    const [start, stop] = [setTimeout, clearTimeout]
    const kept = new Map()
    globalThis.setTimeout = (work, ms, ...given) => {
      if (!(ms >= ${TOAST_MS.least})) return start(work, ms, ...given)
      const id = start(work, ${NEVER_MS}, ...given)
      if (ms <= ${TOAST_MS.most}) kept.set(id, () => work(...given))
      return id
    }
    globalThis.clearTimeout = (id) => {
      kept.delete(id)
      stop(id)
    }
    globalThis.endToasts = () => {
      delete globalThis.endToasts
      Object.assign(globalThis, { setTimeout: start, clearTimeout: stop })
      for (const [id, end] of kept) {
        stop(id)
        end()
      }
    }
  })()`)
}

/** Their time is over now, and later ones go by themselves again. */
export async function letToastsGo(page: Page): Promise<void> {
  await page.evaluate('endToasts()')
}

/** Waits until an expression is true in the page. Not by playwright's own way, which the policy of the page refuses. */
export async function until(page: Page, expression: string): Promise<void> {
  const look = async () => ((await page.evaluate<unknown>(expression)) === true ? true : undefined)
  await eventually(look, undefined, { words: `${page.url()}: ${expression}` })
}

/** Goes to another page of the console in the same document: to load it anew costs eight times as much. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
}

type Axe = {
  run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
}

async function checkAccess(page: Page): Promise<void> {
  // What moves is judged where it comes to rest; what never rests, as it is. What has just appeared begins to move two
  // frames later.
  await page.evaluate(`(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (;;) {
      await nextFrame()
      await nextFrame()
      const moving = document.getAnimations().filter(({ effect, playState }) =>
        playState !== 'finished' && effect.getComputedTiming().iterations !== Infinity)
      if (moving.length === 0) return
      await Promise.all(moving.map(({ finished }) => finished.catch(() => undefined)))
    }
  })()`)
  // It judges colours as they are seen.
  await page.evaluate('globalThis.unpainted?.replaceSync("")')
  // Not as a script element: the policy of the page would refuse it, as it should.
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(AXE)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe }
    const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    // To describe all that is right takes as long as to look for what is wrong.
    const found = await axe.run({ runOnly, resultTypes: ['violations'] })
    return found.violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map((node) => `${node.html}\n${node.failureSummary}`),
    }))
  })
  await page.evaluate(`globalThis.unpainted?.replaceSync('${UNPAINTED_RULE}')`)
  assert.deepEqual(violations, [], `axe at ${page.url()}`)
}

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`) })
}

let isBuilt = false

/** For those who run one file by hand: npm test has built it before. */
export function ensureBuilt(): void {
  if (!isBuilt) execFileSync(process.execPath, [join(ROOT, 'scripts/build-console.ts')], { stdio: 'inherit' })
  isBuilt = true
}
