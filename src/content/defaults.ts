import type { ContentBody, ContentId, KindOf, SingleKind } from '#src/contract/content.ts'
import { brandCategories } from '#src/rules/brand.ts'
import { aboutPage } from './about.ts'
import { authenticityPage } from './authenticity.ts'
import { carePage } from './care.ts'
import { defaultCategory, emptyCollection, shopPage } from './categories.ts'
import { footer, menu } from './chrome.ts'
import { defaultFacts } from './facts.ts'
import { faqsPage } from './faqs.ts'
import {
  completeProfilePage,
  contactPage,
  loginPage,
  partnerPage,
  signupPage,
} from './form-pages.ts'
import { homePage } from './home.ts'
import { mails } from './mails.ts'
import { privacyPage } from './privacy.ts'
import { productPage } from './product-page.ts'
import { searchSynonyms } from './search.ts'
import { shippingPage } from './shipping.ts'
import {
  cartPage,
  checkoutPage,
  gonePage,
  notFoundPage,
  offlinePage,
  profilePage,
  wishlistPage,
} from './shopper-pages.ts'
import { sizesPage } from './sizes.ts'
import { termsPage } from './terms.ts'

const single: { [Kind in SingleKind]: ContentBody<Kind> } = {
  home: homePage,
  announcement: { text: '', href: '' },
  facts: defaultFacts,
  menu,
  footer,
  shop: shopPage,
  'product-page': productPage,
  about: aboutPage,
  faqs: faqsPage,
  'shipping-returns': shippingPage,
  care: carePage,
  sizes: sizesPage,
  authenticity: authenticityPage,
  privacy: privacyPage,
  terms: termsPage,
  contact: contactPage,
  partner: partnerPage,
  login: loginPage,
  signup: signupPage,
  'complete-profile': completeProfilePage,
  cart: cartPage,
  wishlist: wishlistPage,
  checkout: checkoutPage,
  profile: profilePage,
  'not-found': notFoundPage,
  gone: gonePage,
  offline: offlinePage,
  'search-synonyms': searchSynonyms,
  'search-pins': { pins: [] },
  ...mails,
}

/** Returns the initial body of a page. */
const toEmptyPage = (name: string): ContentBody<'page'> => ({
  name,
  label: '',
  lead: '',
  seoTitle: '',
  description: '',
  sections: [],
  places: { menu: 'no', footer: 'no' },
})

/** Ids of the default records. */
export const DEFAULT_IDS: ContentId[] = [
  ...(Object.keys(single) as SingleKind[]),
  ...brandCategories.map((name): ContentId => `category:${name}`),
]

/**
 * Returns the default text of a record, with the tokens of src/editing/content-tokens.ts. A record is
 * stored only after an editor changes it, so an unchanged text follows the code.
 */
export function getDefaultContent<Id extends ContentId>(id: Id): ContentBody<KindOf<Id>>
export function getDefaultContent(id: ContentId): unknown {
  const [kind, key = ''] = id.split(':')
  if (kind === 'category') return defaultCategory(key)
  if (kind === 'collection') return emptyCollection(key)
  return kind === 'page' ? toEmptyPage(key) : single[id as SingleKind]
}
