import { fileUrl, type FileBases } from '../core/file-record.ts'
import type { ShownFile } from '../core/task-view.ts'
import type { FileSigner } from '../ports/files.ts'

export type AddressDeps = FileBases & {
  /** Where answers carry signed addresses. */
  signer?: FileSigner | undefined
}

/** The address to give in an answer, and when it ends, in seconds since 1970; null where it does not. */
export async function addressFile(
  deps: AddressDeps,
  file: ShownFile,
): Promise<{ url: string; expiresAt: number | null }> {
  return deps.signer === undefined ? { url: fileUrl(deps, file), expiresAt: null } : deps.signer.sign(file)
}
