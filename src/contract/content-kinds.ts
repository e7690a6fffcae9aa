import { CATALOG_PAGE_KINDS } from './kinds/catalog-pages.ts'
import { CHROME_KINDS } from './kinds/chrome.ts'
import { FORM_PAGE_KINDS } from './kinds/form-pages.ts'
import { HOME_KINDS } from './kinds/home.ts'
import { MAIL_KINDS } from './kinds/mails.ts'
import { SEARCH_KINDS } from './kinds/search.ts'
import type { ContentKinds } from './kinds/shared.ts'
import { SHOPPER_PAGE_KINDS } from './kinds/shopper-pages.ts'
import { TEXT_PAGE_KINDS } from './kinds/text-pages.ts'

/**
 * All kinds of records. Schema, form, history and validation are derived from their fields
 * (docs/how-to.md#a-text-that-editors-change). If several kinds have the same path, the path edits the first one.
 */
export const CONTENT_KINDS = {
  ...HOME_KINDS,
  ...TEXT_PAGE_KINDS,
  ...FORM_PAGE_KINDS,
  ...SHOPPER_PAGE_KINDS,
  ...CHROME_KINDS,
  ...CATALOG_PAGE_KINDS,
  ...SEARCH_KINDS,
  ...MAIL_KINDS,
} as const satisfies ContentKinds
