import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

const SAME_FOR_ALL: BrowserContextOptions = {
  deviceScaleFactor: 1,
  // Not that of the machine, which may have none: calendars refuse a language called en-US@posix.
  locale: 'en-US',
  permissions: ['clipboard-read', 'clipboard-write'],
}

/** A page in a browser profile that keeps nothing of the pages before it. */
export type ProfilePage = { page: Page; close: () => Promise<void> }

type SharedProfile = {
  /** A page, unless the profile has one already. */
  open: () => Promise<ProfilePage | undefined>
}

const shared = new WeakMap<Browser, Promise<SharedProfile>>()

/** A page in a profile that nobody had before: with nothing in its cache. */
export async function pageOfNewProfile(browser: Browser): Promise<ProfilePage> {
  const context = await browser.newContext(SAME_FOR_ALL)
  return { page: await context.newPage(), close: () => context.close() }
}

/**
 * A page in a profile that one page after the other uses, emptied in between: a process that has read the code of the console
 * before takes a third less for its next page. Only the cache stays. A page beside another has a profile of its own.
 */
export async function pageOfSharedProfile(browser: Browser): Promise<ProfilePage> {
  let profile = shared.get(browser)
  if (profile === undefined) {
    // A test that hangs has it closed.
    profile = openShared(browser, () => shared.delete(browser))
    shared.set(browser, profile)
  }
  return (await (await profile).open()) ?? pageOfNewProfile(browser)
}

async function openShared(browser: Browser, onClose: () => unknown): Promise<SharedProfile> {
  const context = await browser.newContext(SAME_FOR_ALL)
  let [isTaken, isClosed] = [false, false]
  context.once('close', () => {
    isClosed = true
    onClose()
  })
  // As long as this page is there, so is the process that the others share with it.
  const storage = await context.newCDPSession(await context.newPage())
  const open = async (): Promise<ProfilePage | undefined> => {
    if (isTaken) return undefined
    isTaken = true
    const page = await context.newPage()
    const origins = new Set<string>()
    page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin))
    const close = async (): Promise<void> => {
      if (isClosed) return
      await page.close()
      for (const origin of origins) await storage.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      await context.clearCookies()
      await context.setOffline(false)
      isTaken = false
    }
    return { page, close }
  }
  return { open }
}
