import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { projectRoot } from '#tests/helpers/site-process.ts'
import { describeItem } from './check.ts'

/** Items that other tests show: file and title of each. */
const shownBy: Record<number, [file: string, title: string][]> = {
  1: [['e2e/product', 'enlarges a picture in a dialog that Escape closes']],
  2: [
    ['e2e/product', 'enlarges a picture in a dialog that Escape closes'],
    ['e2e/product', 'extreme values fit'],
  ],
  4: [['e2e/product', 'enlarges a picture in a dialog that Escape closes']],
  5: [['e2e/product', 'a chosen option is in the address: it survives a reload and is shared']],
  6: [['e2e/product', 'a sold-out product offers the mail on the first screen']],
  7: [['e2e/product', 'no option is chosen for the shopper']],
  8: [['e2e/product', 'Check rejects a wrong pincode and names a valid one']],
  9: [
    ['e2e/product', 'names its proof and a person, and every piece its returns'],
    ['unit/rules/structured-data', 'has the seller and the policies that its offers refer to'],
  ],
  12: [['e2e/product', 'name, price and the buttons of the longest title show at first']],
  15: [['e2e/product', 'a card shows its further pictures by the pointer and by the keys']],
  17: [['e2e/shop', 'the filters of a category stand above its list']],
  18: [['e2e/shop', 'the filters of a category stand above its list']],
  19: [
    ['e2e/shop', 'the filters of a category stand above its list'],
    ['unit/rules/listing', 'each value has the number of products that the other facets leave'],
  ],
  20: [
    ['e2e/shop', 'a reload, Back and a shared link show the same list'],
    ['e2e/shop', 'Back restores the scroll position; choosing a filter scrolls to the top'],
  ],
  22: [['e2e/shop', 'a long list grows by Show more alone, the footer is in reach']],
  23: [
    ['e2e/no-script', 'the pages of the listing show every product with its price'],
    ['e2e/published-pages', 'every page of the sitemaps is whole'],
  ],
  24: [['e2e/no-script', 'a category can be filtered and sorted, and leads on to a product']],
  25: [['e2e/keyboard', 'menu and dialogs trap the focus and return it']],
  26: [['unit/rules/search', 'answers queries of each kind among the first three']],
  27: [
    ['unit/rules/search', 'finds 95 % of the titles with a wrong, a missing or a swapped letter'],
  ],
  28: [['unit/rules/search', 'finds nothing for 198 of 200 words without a meaning']],
  30: [['unit/rules/search', 'leads at least 95 % of the words of help to their pages']],
  31: [
    ['e2e/shop', '"No products found for this category."'],
    ['e2e/visit-figures-studio', 'visits and searches are in the studio'],
  ],
  32: [
    ['e2e/header-footer', 'the search box suggests pieces, categories, recent searches'],
    ['e2e/header-footer', 'the keys of the search suggestions: arrows wrap over the text'],
  ],
  34: [['e2e/shop', 'below title matches stands what the search means']],
  36: [
    ['e2e/checkout', 'the shipping address is the profile’s'],
    ['e2e/cart', 'a row shows product, prices and controls'],
  ],
  37: [['unit/stores/cart', 'send several presses as one change with one key']],
  38: [['api/idempotency', '50 parallel adds with one key add once, with the same response']],
  39: [['e2e/cart', 'plus and Remove disable the row while pending']],
  40: [
    ['e2e/multiple-tabs', 'two tabs agree on user, cart, wishlist and mode'],
    ['e2e/back-forward-cache', 'a restored page shows the current cart, login and colour mode'],
  ],
  42: [['e2e/checkout', 'the shipping address is the profile’s']],
  45: [['e2e/contact', 'a message that is validated, sent, and not lost when sending fails']],
  49: [
    ['e2e/profile', 'settings: password, devices, data, logout'],
    ['e2e/profile', 'the account is deleted after a confirmation'],
  ],
  52: [
    ['e2e/accessibility', 'fits from 320 to 1920 px and is accessible in both colour modes'],
    ['e2e/layout', 'controls of header and gallery are at least 44 px at every width'],
  ],
  55: [['e2e/accessibility', 'fits from 320 to 1920 px and is accessible in both colour modes']],
  59: [
    ['e2e/accessibility', 'fits from 320 to 1920 px and is accessible in both colour modes'],
    ['e2e/accessibility', 'overlays are accessible'],
  ],
  60: [['e2e/visit-figures-studio', 'visits and searches are in the studio']],
  62: [['unit/rules/channels', 'all channels of one catalogue agree in title, address, price']],
  65: [
    ['unit/rules/search', 'finds what a salesperson would show for at least 95 %'],
    ['unit/rules/search', 'leads at least 95 % of the words of help to their pages'],
  ],
}

for (const [number, tests] of Object.entries(shownBy))
  test(...describeItem(Number(number), 'elsewhere'), () => {
    for (const [file, title] of tests) {
      const name = file.startsWith('e2e/') ? `${file}.spec.ts` : `${file}.test.ts`
      expect(readFileSync(join(projectRoot, 'tests', name), 'utf8'), name).toContain(title)
    }
  })
