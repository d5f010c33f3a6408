import type { FastifyReply } from 'fastify'
import type { SmallPicture, ThumbnailMaker } from '../../actions/running/make-thumbnail.ts'
import { AppError } from '../../core/errors.ts'
import { type FileRecord, thumbnailFile } from '../../core/files/file-record.ts'
import type { Files } from '../../ports/files.ts'
import { sendFile } from './send-file.ts'

type Sending = { files: Files; small: ThumbnailMaker; caching?: string }

/** Sends the copy of a file, made again if its bytes are missing; or the file itself, if no copy was needed. */
export async function sendSmall(
  reply: FastifyReply,
  { files, small, caching }: Sending,
  { picture, thumbnail }: SmallPicture,
): Promise<FastifyReply> {
  if (thumbnail === null) return sendFile(files, reply, picture, { caching })
  tellNotCarried(reply, picture)
  try {
    return await sendFile(files, reply, thumbnailFile(picture, thumbnail), { caching })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'file_not_found') throw error
    const made = (await small.anew(picture, thumbnail)).thumbnail
    return sendFile(files, reply, made === null ? picture : thumbnailFile(picture, made), { caching })
  }
}

/** Only the original is signed; a copy must not be taken for it. */
export function tellNotCarried(reply: FastifyReply, { credentials }: Pick<FileRecord, 'credentials'>): void {
  if (credentials?.present === true) reply.header('x-content-credentials', 'not-carried')
}
