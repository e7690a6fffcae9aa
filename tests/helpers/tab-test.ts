import { test } from 'vitest'
import { addProducts } from './products.ts'
import { openTab, type Tab } from './tab.ts'

/** Vitest's test with a visitor's tab at `path`, in a shop of its own that sells `products`. */
export const createTabTest = (path: string, products: Parameters<typeof addProducts>[1][] = []) =>
  test.extend<{ tab: Tab }>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs
    tab: async ({}, use) => {
      await using tab = await openTab(path)
      await addProducts(tab.app, ...products)
      await use(tab)
    },
  })
