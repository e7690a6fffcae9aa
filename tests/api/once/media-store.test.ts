import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { checkSettings } from '#src/run/startup-checks.ts'
import { readEnv } from '#src/server/core/env.ts'
import { storePicture } from '#src/server/core/media/store-picture.ts'
import { openMediaStore } from '#src/server/core/media-store.ts'
import { fetchRendition } from '#tests/helpers/rendition.ts'
import { startS3 } from '#tests/helpers/s3.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createTestApp } from '#tools/test-app.ts'

test.each(['the folder', 'S3'])('%s stores, finds and deletes a file', async (kind) => {
  await using s3 = await startS3()
  using folder = createTempDir()
  const settings = kind === 'S3' ? s3.toSettings() : {}
  const store = openMediaStore(readEnv({ DATA_DIR: folder.path, ...settings }))
  const name = `${'0123456789abcdef'.repeat(2)}.webp`
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251))
  expect([await store.size(name), await store.get(name)]).toEqual([undefined, undefined])
  await store.put(name, bytes)
  await store.put(name, bytes)
  expect(await store.size(name)).toBe(bytes.length)
  expect(Buffer.compare(Buffer.from((await store.get(name)) ?? []), bytes)).toBe(0)
  expect(await store.get(name.replace('0', '1'))).toBeUndefined()
  await store.delete(name)
  await store.delete(name)
  expect([await store.size(name), await store.get(name)]).toEqual([undefined, undefined])
})

test('two shops that share a bucket serve one upload, and neither keeps its source file', async () => {
  await using s3 = await startS3()
  using here = createTempDir()
  using there = createTempDir()
  await using shop = await createTestApp({ DATA_DIR: here.path, ...s3.toSettings() })
  const red = sharp({ create: { width: 600, height: 750, channels: 3, background: 'red' } })
  const picture = await storePicture(shop.deps, await red.png().toBuffer())
  await using other = await createTestApp({ DATA_DIR: there.path, ...s3.toSettings() })
  await other.deps.db.insertInto('picture').values(picture).execute()
  for (const app of [shop, other]) {
    const rendition = await fetchRendition(app, `/media/${picture.hash}/240.webp`)
    expect((await sharp(await rendition.arrayBuffer()).metadata()).width).toBe(240)
  }
  for (const folder of [here, there])
    expect(readdirSync(join(folder.path, 'media'))).toEqual(['renditions'])
})

test('says what the service rejects: wrong keys, no such bucket', async () => {
  await using s3 = await startS3()
  const open = (settings: Record<string, string>) => openMediaStore(readEnv(settings))
  const name = `${randomUUID()}.webp`
  const put = (settings: Record<string, string>) => open(settings).put(name, Buffer.from('a'))
  await expect(put({ ...s3.toSettings(), AWS_SECRET_ACCESS_KEY: 'another' })).rejects.toThrow(
    `The media store answered 403 (SignatureDoesNotMatch) to PUT ${name}.`,
  )
  await expect(put(s3.toSettings('s3://another'))).rejects.toThrow(
    `The media store answered 404 (NoSuchBucket) to PUT ${name}.`,
  )
})

test('a start without the keys of MEDIA_STORE ends with their names', () => {
  const MEDIA_STORE = 's3://kairavi?endpoint=https://s3.example'
  expect(checkSettings(readEnv({ MEDIA_STORE, AWS_ACCESS_KEY_ID: 'a' }))).toContainEqual({
    level: 'error',
    message: 'MEDIA_STORE needs its keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  })
  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
  expect(checkSettings(readEnv({ MEDIA_STORE, ...keys }))).toEqual([])
})

test.each(['s3', 's3://', 'https://bucket.example', 's3://bucket?endpoint=ftp://a.example'])(
  'rejects MEDIA_STORE=%s',
  (MEDIA_STORE) => {
    const message = expect.stringContaining('MEDIA_STORE must be s3:')
    const error = expect.objectContaining({ name: 'StartupError', message })
    expect(() => readEnv({ MEDIA_STORE })).toThrow(error)
  },
)
