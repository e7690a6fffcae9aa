import { test as base } from 'vitest'
import type { ApiClient } from '#tools/api-client.ts'
import { createTempDir } from '#tools/temp-dir.ts'
import { createTestApp, type TestApp } from '#tools/test-app.ts'

interface Fixtures {
  /** The settings of `shop`, which a file extends and a `describe` overrides. */
  env: Record<string, string>
  /** A folder of its own. */
  folder: string
  /** The API with an empty database. */
  shop: TestApp
  /** A client without a session. */
  visitor: ApiClient
  /** A signed-in customer without a password. */
  shopper: ApiClient
  /** A signed-in customer with the verified address asha@example.com and `PASSWORD`. */
  asha: ApiClient
  /** Signed in, with these roles. */
  editor: ApiClient
  admin: ApiClient
}

const sharing = base.extend(
  'sharedShop',
  { scope: 'file' },
  // biome-ignore lint/correctness/noEmptyPattern: as below
  async ({}, { onCleanup }) => {
    const shop = await createTestApp()
    onCleanup(() => shop[Symbol.asyncDispose]())
    return shop
  },
)

/**
 * Vitest's test with a shop of its own, and clients of it, for the tests that name them. `sharedShop` is one for all tests
 * of a file, which only read it.
 */
export const test = sharing.extend<Fixtures>({
  env: {},
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs
  folder: async ({}, use) => {
    using folder = createTempDir()
    await use(folder.path)
  },
  shop: async ({ env }, use) => {
    await using shop = await createTestApp(env)
    await use(shop)
  },
  visitor: ({ shop }, use) => use(shop.createClient()),
  shopper: async ({ shop }, use) => use(await shop.createSignedInUser()),
  asha: async ({ shop }, use) => use(await shop.signUpVerified('Asha')),
  editor: async ({ shop }, use) => use(await shop.createSignedInUser('editor')),
  admin: async ({ shop }, use) => use(await shop.createSignedInUser('admin')),
})

/** The same where the shop keeps its files in a folder of its own. */
export const testWithFiles = test.extend('env', ({ folder }) => ({ DATA_DIR: folder }))
