import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { serve } from '#tools/http-server.ts'
import { createPicture } from '#tools/pictures.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createTestApp } from '#tools/test-app.ts'

/** A shop whose pictures are in a bucket that answers as `listener` does. */
async function openShop(listener: RequestListener) {
  const folder = createTempDir()
  const server = await serve(listener)
  const shop = await createTestApp({
    DATA_DIR: folder.path,
    MEDIA_STORE: `s3://bucket?endpoint=${new URL(server.url).origin}`,
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  })
  const hash = '0123456789abcdef'.repeat(2)
  const row = { hash, width: 600, height: 750, format: 'webp', placeholder: '', created_at: 1 }
  await shop.deps.db.insertInto('picture').values(row).execute()
  return {
    shop,
    getRendition: () => shop.request(`/media/${hash}/240.webp`),
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

const BROKEN: [what: string, listener: RequestListener][] = [
  ['does not answer', () => {}],
  ['ends connections', (request) => void request.socket.destroy()],
  ['is overloaded', (_request, response) => void response.writeHead(503).end()],
  ['stalls within its answer', (_request, response) => void response.writeHead(200).write('a')],
]

test.concurrent.each(BROKEN)(
  'a bucket that %s makes 503, and other calls go on',
  async (_, listener) => {
    await using open = await openShop(listener)
    const { shop, getRendition } = open
    const picture = await createPicture()
    const editor = await shop.createSignedInUser('editor')
    const upload = editor.post('/editor/pictures', picture, { 'Content-Type': 'image/webp' })
    const rendition = getRendition()
    expect((await shop.createClient().get('/products/get-all-products')).status).toBe(200)
    expect((await rendition).status).toBe(503)
    // A bucket that says that it has the file is believed.
    expect([201, 503]).toContain((await upload).status)
  },
)

test('a bucket that gives back other bytes makes no rendition', async () => {
  const other = await createPicture(500, 500)
  await using open = await openShop((_request, response) => void response.end(other))
  expect((await open.getRendition()).status).toBe(500)
  expect(open.shop.logs).toMatchObject([
    { fields: { error: expect.stringContaining('is damaged') } },
  ])
})
