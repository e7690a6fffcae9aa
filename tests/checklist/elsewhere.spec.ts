import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { projectRoot } from '#tests/helpers/site-process.ts'
import { describeItem } from './check.ts'

/** Items that other tests show: file and title of each. */
const shownBy: Record<number, [file: string, title: string][]> = {
  5: [['e2e/product', 'a chosen option is in the address: it survives a reload and is shared']],
  20: [
    ['e2e/shop', 'a reload, Back and a shared link show the same list'],
    ['e2e/shop', 'Back restores the scroll position; choosing a filter scrolls to the top'],
  ],
  22: [['e2e/shop', 'a long list grows by Show more alone, the footer is in reach']],
  24: [['e2e/no-script', 'a category can be filtered and sorted, and leads on to a product']],
  32: [
    ['e2e/header-footer', 'the search box suggests pieces, categories, recent searches'],
    ['e2e/header-footer', 'the keys of the search suggestions: arrows wrap over the text'],
  ],
  38: [['api/idempotency', '50 parallel adds with one key add once, with the same response']],
  39: [['e2e/cart', 'plus and Remove disable the row while pending']],
  40: [
    ['e2e/multiple-tabs', 'two tabs agree on user, cart, wishlist and mode'],
    ['e2e/back-forward-cache', 'a restored page shows the current cart, login and colour mode'],
  ],
  42: [['e2e/checkout', 'the shipping address is the profile’s']],
  59: [
    ['e2e/accessibility', 'fits from 320 to 1920 px and is accessible in both colour modes'],
    ['e2e/accessibility', 'overlays are accessible'],
  ],
  60: [['e2e/visit-figures-studio', 'visits and searches are in the studio']],
  62: [['unit/rules/channels', 'all channels of one catalogue agree in title, address, price']],
}

/** Items that do not apply, and what the specification fixes in their place. */
const notApplicable: Record<number, string> = {
  3: 'The photographs are given with the specification, and none shows a piece for scale.',
  11: 'The specification fixes one list of other pieces, “You May Also Like”; each says why it is in it.',
  35: 'The specification gives a cart to accounts alone: a visitor is asked to log in.',
}

for (const [number, tests] of Object.entries(shownBy))
  test(...describeItem(Number(number), 'elsewhere'), () => {
    for (const [file, title] of tests) {
      const name = file.startsWith('e2e/') ? `${file}.spec.ts` : `${file}.test.ts`
      expect(readFileSync(join(projectRoot, 'tests', name), 'utf8'), name).toContain(title)
    }
  })

for (const [number, reason] of Object.entries(notApplicable)) {
  const [title, { annotation }] = describeItem(Number(number), 'not applicable')
  test(title, { annotation }, () => test.skip(true, reason))
}
