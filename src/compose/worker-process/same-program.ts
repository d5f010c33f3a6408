import { newestSchema } from '../../store/sqlite/migrate.ts'
import { VERSION } from '../../version.ts'

// Read at the start of a process, and passed to its children: the files on disk may have been replaced by then.
const SCHEMA = newestSchema()

/** What a process tells a child about its program, before anything else. */
export const OWN_PROGRAM: readonly string[] = [VERSION, String(SCHEMA)]

/**
 * What else a child receives. If another version was installed under a running service, the child ends: it would work
 * on records that its parent does not know, and use messages that only one of them understands.
 */
export function ordersFromParent(argv: readonly string[]): string[] {
  const [version, schema, ...orders] = argv
  if (version === VERSION && schema === String(SCHEMA)) return orders
  process.stderr.write(
    `mediagen ${version} (schema ${schema}) is running, but its files on disk belong to ${VERSION} (schema ${SCHEMA}): restart the service.\n`,
  )
  process.exit(1)
}
