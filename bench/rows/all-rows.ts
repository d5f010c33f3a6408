import type { Row } from '../harness/row.ts'
import { gatewayInline, gatewayUrl } from './gateway.ts'
import { clip } from './clip.ts'
import { credentials, credentialsClip } from './credentials.ts'
import { image1, image50, imageSigned } from './image.ts'
import { localModel, localModelRate } from './local-model.ts'
import { poll1, poll50, poll50Quiet } from './poll.ts'
import { queue } from './queue.ts'
import { start } from './start.ts'
import { submit1, submit64, submitWorking1, submitWorking64 } from './submit.ts'
import { upload1, upload8 } from './upload.ts'

/** Every row of the table, in its order. */
export const ROWS: readonly Row[] = [
  poll50,
  poll50Quiet,
  poll1,
  submit1,
  submit64,
  submitWorking1,
  submitWorking64,
  image1,
  image50,
  gatewayInline,
  gatewayUrl,
  queue,
  upload1,
  upload8,
  start,
  clip,
  credentials,
  credentialsClip,
  imageSigned,
  localModel,
  localModelRate,
]
