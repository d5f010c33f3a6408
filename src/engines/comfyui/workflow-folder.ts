import { existsSync } from 'node:fs'
import { join } from 'node:path'

const OWN = './workflows'
const COME_ALONG = join(import.meta.dirname, '../../../workflows')

/** Where workflow files are when nobody named a folder: the working directory's own, else those that come with the program. */
export function usualWorkflows(): string {
  return existsSync(OWN) ? OWN : COME_ALONG
}
