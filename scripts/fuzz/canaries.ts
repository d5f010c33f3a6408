import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Texts that must never be seen again, and what each of them is. */
export type Canaries = Readonly<Record<string, string>>

/** Which of them are in a text, by what they are. */
export function canariesIn(text: string, canaries: Canaries): string[] {
  return Object.entries(canaries).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []))
}

/** Looks through every file of a folder as it is on disk, databases and their logs included. */
export async function canariesInFolder(folder: string, canaries: Canaries): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = new Set<string>()
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    // What is written meanwhile may be gone again.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    for (const [name, secret] of Object.entries(canaries))
      if (bytes.includes(secret)) found.add(`${name} in ${entry.name}`)
  }
  return [...found]
}
