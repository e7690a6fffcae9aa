const BAYMARD = 'https://baymard.com/blog/'
const WCAG = 'https://www.w3.org/WAI/WCAG22/Understanding/'
const GITHUB = 'https://github.com/'
const GOOGLE = 'https://developers.google.com/search/docs/'
const VITALS = 'https://web.dev/articles/'
const PEERS = 'a survey of 14 storefronts'
const COMMON = 'general knowledge'
const TEN_YEARS = `${BAYMARD}baymard-10-years-of-ux-research`
const FORMS = `${BAYMARD}collections/cart-and-checkout`
const KINDS = `${BAYMARD}ecommerce-search-query-types`

/** What makes a shop good to use, each with its source. Issue 27 adds the last two. */
export const items: Record<number, [statement: string, source: string]> = {
  1: [
    'Phones show thumbnails of further pictures',
    `${BAYMARD}always-use-thumbnails-additional-images`,
  ],
  2: ['No thumbnail is cut off without "+N"', `${BAYMARD}truncating-product-gallery-thumbnails`],
  3: ['Each product has a picture for scale', `${BAYMARD}in-scale-product-images`],
  4: ['Zoom shows pixels that the page did not', `${GITHUB}Shopify/dawn/issues/3256`],
  5: [
    'A choice is in the address and survives reload, Back and sharing',
    `${GOOGLE}appearance/structured-data/product-variants`,
  ],
  6: [
    'What is sold out stays visible, says so and offers the alert',
    'Universal Commerce Protocol',
  ],
  7: ['The button names the missing choice', 'dtc-starter#44'],
  8: ['Price, tax, delivery cost and date stand together before the cart', TEN_YEARS],
  9: [
    'Returns are one press from the button and equal to the JSON-LD',
    `${GOOGLE}appearance/structured-data/merchant-listing`,
  ],
  10: ['No horizontal tabs for content', 'Baymard, layout study'],
  11: ['Alternatives and supplements are offered', TEN_YEARS],
  12: ['Name, price and button are on the first screen', COMMON],
  13: [
    'Stars only with reviews that can be read',
    `${GOOGLE}appearance/structured-data/review-snippet`,
  ],
  14: ['Dimensions have units, and sizes a chart one press away', 'Baymard'],
  15: ['A card reaches three pictures', `${BAYMARD}secondary-hover-information`],
  16: [
    'Price and availability of a card have a filter',
    `${BAYMARD}have-filters-for-list-item-info`,
  ],
  17: [
    'Applied filters stand in an overview and stay in place',
    `${BAYMARD}how-to-design-applied-filters`,
  ],
  18: [
    'Two to four filters of the category are above the list',
    `${BAYMARD}promoting-product-filters`,
  ],
  19: ['Values have counts; one with 0 is disabled, not gone', PEERS],
  20: ['Filters, sort, page and scroll survive reload and Back', 'Saleor, browser tests'],
  21: ['A filter paints within 200 ms at 10,000 products, and is announced once', `${VITALS}inp`],
  22: ['The footer can be reached', 'Baymard'],
  23: [
    'Pages of a list are links with own title and canonical',
    `${GOOGLE}specialty/ecommerce/pagination-and-incremental-page-loading`,
  ],
  24: ['Sort, category and filter work without scripts', PEERS],
  25: [
    'The filter panel is a dialog: name, Escape, focus back',
    `${GITHUB}Shopify/dawn/issues/117`,
  ],
  26: ['All 8 kinds of query work', KINDS],
  27: ['One wrong, missing or swapped letter still finds the title', KINDS],
  28: ['A nonsense word finds nothing', 'front-commerce#73'],
  29: ['Suggestions and results agree', `${GITHUB}Shopify/dawn/issues/1916`],
  30: ['Words of help lead to pages', KINDS],
  31: ['Zero results show the nearest, and are counted for editors', 'FitFuel#67'],
  32: [
    'At most ten suggestions, by arrow keys, Enter, Escape',
    'https://www.w3.org/WAI/ARIA/apg/patterns/combobox/',
  ],
  33: ['Suggestions within 100 ms; a late answer replaces none', 'NextFaster'],
  34: ['The query stays in the field on the results page', KINDS],
  35: ['A cart without an account, merged at sign-in', PEERS],
  36: ['The cart shows total with tax, delivery cost and date', 'Baymard, reasons for abandonment'],
  37: ['50 quick presses: at most 3 calls, shown = stored', 'commerce#1385'],
  38: ['A resent call has one effect', 'Universal Commerce Protocol'],
  39: ['Removing offers Undo and moves the focus to a neighbour', `${WCAG}focus-order`],
  40: ['Two tabs agree, also after Back', PEERS],
  41: ['Every personal field has its autocomplete token', `${WCAG}identify-input-purpose`],
  42: ['What was entered is not asked twice', `${WCAG}redundant-entry`],
  43: ['Phone, PAN and birthday say why they are asked', FORMS],
  44: ['Checked on leaving the field, the error goes when mended', FORMS],
  45: ['Nothing typed is lost by an error, reload or Back', FORMS],
  46: ['One column of fields', FORMS],
  47: ['Paste and password managers work', `${WCAG}accessible-authentication-minimum`],
  48: ['The password rule is shown before typing, only a length', 'OWASP ASVS 5'],
  49: [
    'Export and deletion are at most 3 presses from the account',
    `${BAYMARD}current-state-accounts-selfservice`,
  ],
  50: ['Mails say why, until when, and who helps', COMMON],
  51: ['The focus is never hidden', `${WCAG}focus-not-obscured-minimum`],
  52: ['Targets of 24 px or spaced; 44 px on phones', `${WCAG}target-size-minimum`],
  53: ['Everything that is dragged has a button', `${WCAG}dragging-movements`],
  54: ['Help stands in the same order on every page', `${WCAG}consistent-help`],
  55: ['320 px, 200 % text, text spacing: nothing is cut', `${WCAG}reflow`],
  56: ['In forced colours every control is visible', `${WCAG}non-text-contrast`],
  57: ['Each change is announced once', `${WCAG}status-messages`],
  58: ['Reduced motion stops carousel and transitions; it has Pause', `${WCAG}pause-stop-hide`],
  59: ['axe finds nothing on any route, theme and state', PEERS],
  60: ['Field data of LCP, INP and CLS', `${VITALS}vitals`],
  61: ['Every public page returns from the back/forward cache', `${VITALS}bfcache`],
  62: ['Price and availability are equal in every channel', 'Universal Commerce Protocol'],
  63: ['Merchant markup only where one can buy', `${GOOGLE}appearance/structured-data/product`],
  64: [
    'Lighthouse agentic-browsing passes',
    `${GITHUB}GoogleChrome/lighthouse/blob/main/core/config/agentic-browsing-config.js`,
  ],
  65: ['160 queries are answered in the first four for 95 %', 'issue 27'],
  66: ['Layout shifts of at most 0.002 on a slow line', `${VITALS}cls`],
}

/** Items that do not apply, and what the specification fixes in their place. */
export const notApplicable: Record<number, string> = {
  3: 'The photographs are given with the specification, and none shows a piece for scale.',
  11: 'The specification fixes one list of other pieces, “You May Also Like”; each says why it is in it.',
  35: 'The specification gives a cart to accounts alone: a visitor is asked to log in.',
}

/** Items that tests without a browser show: a part of the title, by file and number. */
export const shownWithoutBrowser: Record<string, Record<number, string>> = {
  'tests/unit/channels/channels.test.ts': { 9: 'ring.txt', 13: 'bag.txt', 62: 'google.xml' },
  'tests/unit/site/sizes.test.ts': { 14: 'the dimensions of a product have units' },
  'tests/unit/rules/listing.test.ts': {
    19: 'each value has the number of products that the other facets leave',
  },
  'tests/unit/rules/search.test.ts': {
    26: 'answers queries of each kind among the first three',
    27: 'finds 95 % of the titles with a wrong, a missing or a swapped letter',
    28: 'finds nothing for 198 of 200 words without a meaning',
    29: 'at most ten, and first a piece that the results have',
    30: 'leads at least 95 % of the words of help to their pages',
    65: 'finds what a salesperson would show for at least 95 %',
  },
  'tests/unit/stores/cart.test.ts': { 37: 'send several presses as one change with one key' },
  'tests/api/idempotency.test.ts': { 38: '20 parallel adds with one key add once' },
  'tests/unit/server/mail-texts.test.ts': { 50: 'says why, until when, and who helps' },
}
