const UNRELEASED = '## Unreleased\n'

/** The versions that have a section of their own. */
export function versionsIn(changelog: string): string[] {
  return [...changelog.matchAll(/^## (\d+\.\d+\.\d+)\b/gm)].map((match) => match[1] ?? '')
}

/** What stands under "Unreleased"; undefined where there is no such section. */
export function unreleased(changelog: string): string | undefined {
  const at = changelog.indexOf(UNRELEASED)
  if (at === -1) return undefined
  const rest = changelog.slice(at + UNRELEASED.length)
  const end = rest.indexOf('\n## ')
  return (end === -1 ? rest : rest.slice(0, end)).trim()
}

/** Gives what was unreleased its version and its day, and leaves an empty section for what comes next. */
export function moveUnreleased(changelog: string, version: string, day: string): string {
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${day})\n`)
}
