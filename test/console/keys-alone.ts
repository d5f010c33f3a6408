import assert from 'node:assert/strict'
import type { ElementHandle, Locator, Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'

// More than any page here has: who presses Tab more often than this goes round in circles.
const MOST_STEPS = 150

/**
 * What is wrong with the place of the focus; nothing where it can be seen. A box that is drawn by its label, such as one of
 * a few segments, has its ring there; what is drawn over a picture has it on top.
 */
const WRONG_WITH_FOCUS = `(() => {
  const focused = document.activeElement
  if (focused === null || focused === document.body || focused === document.documentElement) return 'the focus is lost'
  const name = focused.tagName + ' ' + (focused.ariaLabel ?? focused.textContent ?? '').trim().slice(0, 60)
  const hasOutline = (it, part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(it, part)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  }
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement].filter(Boolean)
  const hasShadow = [undefined, '::after'].some((part) => getComputedStyle(focused, part).boxShadow !== 'none')
  const ringed = around.find((it) => hasOutline(it)) ?? (hasShadow || hasOutline(focused, '::after') ? focused : undefined)
  if (ringed === undefined) return 'no ring around ' + name
  const box = ringed.getBoundingClientRect()
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)]
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)]
  if (right - left < 8 || bottom - top < 8) return 'out of sight: ' + name
  const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]]
  const isSeen = points.some(([x, y]) => {
    const seen = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
    return seen !== null && (ringed.contains(seen) || seen.contains(ringed))
  })
  return isSeen ? '' : 'covered: ' + name
})()`

export type Keys = {
  /** Presses a key; the focus must be somewhere that can be seen afterwards. */
  press: (key: string) => Promise<void>
  type: (text: string) => Promise<void>
  /** Waits until the focus is somewhere that can be seen: what had it may just have gone. */
  isSeen: () => Promise<void>
  /** Presses Tab until it is reached, each step of the way in sight. */
  tabTo: (target: Locator) => Promise<void>
  /** The same backwards. */
  backTo: (target: Locator) => Promise<void>
}

// What is lost or covered for longer than this many looks stays so.
const MOST_LOOKS = 3_000

/** A page that is used with keys alone. */
export function keysOf(page: Page): Keys {
  const isSeen = async (): Promise<void> => {
    let wrong = ''
    const look = async (): Promise<true | undefined> => {
      wrong = await page.evaluate<string>(WRONG_WITH_FOCUS)
      return wrong === '' ? true : undefined
    }
    await eventually(look, MOST_LOOKS).catch(() => assert.fail(`${wrong} at ${page.url()}`))
  }
  const press = async (key: string): Promise<void> => {
    await page.keyboard.press(key)
    await isSeen()
  }
  const walk = async (key: string, target: Locator): Promise<void> => {
    // To find it by its role looks at the whole page, so it is found once, and again where the page has drawn it anew.
    const find = (): Promise<ElementHandle> => target.first().elementHandle() as Promise<ElementHandle>
    let found = await find()
    if ((await found.evaluate(WHERE_IS)).hasFocus) return
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      await press(key)
      const { isThere, hasFocus } = await found.evaluate(WHERE_IS)
      if (hasFocus) return
      if (!isThere) found = await find()
    }
    assert.fail(`${key} never reached ${String(target)}`)
  }
  return {
    press,
    isSeen,
    type: (text) => page.keyboard.type(text),
    tabTo: (target) => walk('Tab', target),
    backTo: (target) => walk('Shift+Tab', target),
  }
}

type InPage = { isConnected: boolean; ownerDocument: { activeElement: unknown } }
const WHERE_IS = (it: InPage) => ({ isThere: it.isConnected, hasFocus: it === it.ownerDocument.activeElement })

function isFocused(target: Locator): Promise<boolean> {
  return target
    .first()
    .evaluate((it) => it === (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement)
}

export async function becomesFocused(target: Locator): Promise<void> {
  await eventually(async () => ((await isFocused(target)) ? true : undefined), undefined, {
    words: `focus on ${String(target)}`,
  })
}
