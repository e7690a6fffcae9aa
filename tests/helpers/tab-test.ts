import { test } from 'vitest'
import { addProducts } from '#tools/products.ts'
import { openTab, type Tab } from './tab.ts'

/** Vitest's test with a tab at `path` in a shop of its own that sells `products`, and its page. */
export const createTabTest = <Page>(
  path: string,
  openPage: (tab: Tab) => Promise<Page>,
  ...products: Parameters<typeof addProducts>[1][]
) =>
  test.extend<{ tab: Tab; page: Page }>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs
    tab: async ({}, use) => {
      await using tab = await openTab(path)
      await addProducts(tab.app, ...products)
      await use(tab)
    },
    page: async ({ tab }: { tab: Tab }, use: (page: Page) => Promise<void>) =>
      use(await openPage(tab)),
  })
