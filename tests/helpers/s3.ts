import S3rver from '@20minutes/s3rver'
import { createTempDir } from '#tools/temp-dir.ts'

const BUCKET = 'kairavi'
/** The only credentials that the server knows; it checks the signature of each request. */
const KEY = 'S3RVER'

/** An S3-compatible server on this machine. @returns settings of a shop that stores pictures there. */
export async function startS3(address = '127.0.0.1') {
  const folder = createTempDir()
  const server = new S3rver({
    address,
    port: 0,
    directory: folder.path,
    silent: true,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await server.run()
  const toSettings = (url = `s3://${BUCKET}/shop/pictures`) => ({
    MEDIA_STORE: `${url}?endpoint=http://${address}:${port}&region=ap-south-1`,
    AWS_ACCESS_KEY_ID: KEY,
    AWS_SECRET_ACCESS_KEY: KEY,
  })
  return {
    toSettings,
    async [Symbol.asyncDispose]() {
      await server.close()
      folder[Symbol.dispose]()
    },
  }
}
