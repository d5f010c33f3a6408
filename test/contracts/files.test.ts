import { localFiles } from '../../src/files/local.ts'
import { s3Files } from '../../src/files/s3.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { sharedS3 } from '../support/s3-server.ts'
import { filePromises } from './file-promises.ts'
import { temporaryFolder } from '../support/at-end.ts'

filePromises('a folder', async (t) => {
  const folder = await temporaryFolder(t)
  return { folder, open: () => localFiles(folder, systemRandom) }
})

filePromises('a bucket', async (t) => {
  const folder = await temporaryFolder(t)
  const bucket = await (await sharedS3()).newBucket()
  return { folder, open: () => s3Files(bucket, folder, systemRandom) }
})
