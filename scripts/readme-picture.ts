// Makes the moving picture of the console in the README, from a real browser on a real service:
//   npm run readme-picture
// It needs Chromium: the one that CHROMIUM_PATH names, or the one on PATH.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser } from '../test/support/browser.ts'
import { endProcess, startServiceProcess } from './service-process.ts'

const INTO = resolve(import.meta.dirname, '../docs/pictures/console.webp')
const KEY = 'a-key-for-the-pictures-alone'
const SIZE = { width: 1280, height: 800 }
// As wide as a README shows it.
const SHOWN_WIDTH = 960
const QUALITY = 72
const TYPING_MS = 120
const LOOK_MS = 1_800

type Frame = { picture: Buffer; ms: number }

const home = mkdtempSync(join(tmpdir(), 'mediagen-pictures-'))
const { child, url } = await startServiceProcess({ dataDir: join(home, 'data'), apiKey: KEY })
const browser = await openBrowser()
try {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light', locale: 'en-US' })
  await context.addInitScript(`localStorage.setItem('mediagen.key', ${JSON.stringify(KEY)})`)
  const frames = await film(await context.newPage())
  const pictures = await Promise.all(
    frames.map(({ picture }) => sharp(picture).resize({ width: SHOWN_WIDTH }).png().toBuffer()),
  )
  const { size } = await sharp(pictures, { join: { animated: true } })
    .webp({ delay: frames.map(({ ms }) => ms), loop: 0, quality: QUALITY, effort: 6, minSize: true })
    .toFile(INTO)
  console.log(`${INTO}: ${frames.length} frames, ${Math.round(size / 1000)} kB`)
} finally {
  await browser.close()
  await endProcess(child, 'SIGTERM')
  rmSync(home, { recursive: true, force: true })
}

/** A first visit: an image, another like it, the beginning of a clip, and where all is found later. */
async function film(page: Page): Promise<Frame[]> {
  const frames: Frame[] = []
  const take = async (ms: number): Promise<void> => {
    // Pictures are part of it: of those in sight every one is there.
    while (!(await page.evaluate<boolean>('[...document.images].every(({ complete }) => complete)')))
      await page.waitForTimeout(50)
    frames.push({ picture: await page.screenshot({ caret: 'initial' }), ms })
  }
  const type = async (words: string): Promise<void> => {
    for (const word of words.split(/(?<= )/)) {
      await page.keyboard.type(word)
      await take(TYPING_MS)
    }
  }
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true })
  const generate = page.getByRole('button', { name: 'Generate' })
  await page.goto(url)
  await prompt.waitFor()
  await page.getByText('Cost: Free').waitFor()
  await take(LOOK_MS)
  await type('a red fox in a snowy forest at dawn')
  await page.getByRole('radio', { name: '16:9' }).check()
  await take(500)
  await generate.click()
  await take(700)
  await page.getByRole('button', { name: 'Animate' }).waitFor()
  await page.getByRole('img', { name: /^a red fox/ }).waitFor()
  await take(LOOK_MS)
  await page.getByRole('button', { name: 'Vary' }).click()
  await take(700)
  await page.getByRole('navigation', { name: 'Earlier in this tab' }).waitFor()
  await page.getByRole('button', { name: 'Animate' }).waitFor()
  await take(LOOK_MS)
  await page.getByRole('button', { name: 'Animate' }).click()
  await page.getByRole('button', { name: /^Remove First frame/ }).waitFor()
  await type('the fox runs away')
  await take(LOOK_MS)
  for (const name of ['Gallery', 'Tasks']) {
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByText(/^2 (?:tasks|results)$/).waitFor()
    await take(LOOK_MS)
  }
  return frames
}
