import { test as base } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { createTestApp, type TestApp } from './test-app.ts'

interface Fixtures {
  /** The API with an empty database. */
  shop: TestApp
  /** A client without a session. */
  visitor: ApiClient
  /** A signed-in customer without a password. */
  shopper: ApiClient
  /** A signed-in customer with the verified address asha@example.com and `PASSWORD`. */
  asha: ApiClient
}

/** Vitest's test with a shop of its own, and clients of it, for the tests that name them. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs
  shop: async ({}, use) => {
    await using shop = await createTestApp()
    await use(shop)
  },
  visitor: ({ shop }, use) => use(shop.createClient()),
  shopper: async ({ shop }, use) => use(await shop.createSignedInUser()),
  asha: async ({ shop }, use) => use(await shop.signUpVerified('Asha')),
})
