import { brand } from '../brand.ts'
import { ordersPath, paths } from '../paths.ts'
import { toStems } from './stems.ts'
import { findTypos } from './typing-errors.ts'

/** A page that answers a question, e.g. about returns. */
export interface HelpPage {
  label: string
  href: string
}

const { shippingReturns, sizes } = paths

/** Pages with the words, as stems, and phrases that lead to them. */
const PAGES: [label: string, href: string, phrases: string][] = [
  [
    'Returns and refunds',
    `${shippingReturns}#returns`,
    'return,returnable,returning,refund,refundable,exchange,replacement,replace,send back,money back,wapas,wapsi,vapas,lautana',
  ],
  [
    'Shipping & Returns',
    shippingReturns,
    'shipping,ship,shipment,delivery,deliver,dispatch,courier,postage,pincode,international',
  ],
  [
    'Your orders',
    ordersPath,
    'order,my order,track,tracking,track order,order status,parcel,package,invoice,bill,purchase',
  ],
  [
    'Another size',
    `${shippingReturns}#another-size`,
    'resize,resizing,wrong size,change size,exchange size',
  ],
  [
    'Cancelling an order',
    `${shippingReturns}#cancelling-an-order`,
    'cancel,cancellation,cancelling',
  ],
  [
    'Sizes',
    sizes,
    'size,sizing,size guide,nap,naap,nape,size chart,ring size,shoe size,belt size,bangle size,fit,fitting,measure,measurement,sizer',
  ],
  [
    'Care',
    paths.care,
    'care,clean,cleaning,polish,polishing,wash,washing,tarnish,storage,maintenance,look after',
  ],
  [
    'Gift wrapping',
    `${shippingReturns}#gifts`,
    'gift,gifting,gift wrap,gift card,gift box,gift message,gift note,wrapping',
  ],
  [
    'Warranty',
    `${shippingReturns}#warranty`,
    'warranty,guarantee,repair,repairing,service,servicing,broken,defect,defective',
  ],
  ['FAQs', paths.faqs, 'faq,faqs,question,help,payment,pay,cod,cash on delivery,emi,upi,tax,gst'],
  [
    'Contact',
    paths.contact,
    'contact,talk,speak,baat,customer care,customer service,support,phone number,telephone,email,whatsapp,complaint,address,store location,showroom,near me,boutique,appointment',
  ],
  [`About ${brand.name}`, paths.about, 'about,about us,our story,story,who are you,history'],
  [
    'Authenticity',
    paths.authenticity,
    'genuine,asli,nakli,fake,real,original,authentic,authenticity,hallmark,hallmarking,huid,certificate,certification,igi report',
  ],
  ['Privacy', paths.privacy, 'privacy,cookie,personal data,delete account'],
  ['Terms', paths.terms, 'term,terms and conditions,condition,legal'],
  ['Your profile', paths.profile, 'account,my account,profile,change address,password'],
  ['Log in', paths.login, 'login,log in,sign in,signin'],
  ['Partner with us', paths.partner, 'partner,wholesale,franchise'],
  ['Wishlist', paths.wishlist, 'wishlist,favourite,saved'],
]

const PHRASES = PAGES.flatMap(([label, href, phrases]) =>
  phrases.split(',').map((phrase) => ({ page: { label, href }, words: toStems(phrase) })),
)

const WORDS = new Set(PHRASES.flatMap(({ words }) => words))
/** Shorter words with a typing error are other words: `care` and `carre`. */
const MIN_TYPO = 5
const LONG_WORDS = [...WORDS].filter(({ length }) => length >= MIN_TYPO)
/** The number of an order, e.g. `KV-7H3K9QLM`, also with other blanks. */
const ORDER_NUMBER = /\bkv[ -]?[a-z\d]{4} ?[a-z\d]{4}\b/i

/** Whether a stem is a word of help. Such a word is not a typing error for another word. */
export const isHelpWord = (word: string): boolean => WORDS.has(word)

const MAX_PAGES = 2
const MAX_WORDS = 12

/** The word of help that a word of a query is, a typing error forgiven. */
function toHelpWord(word: string): string {
  if (WORDS.has(word)) return word
  const [near] = findTypos(word, () => LONG_WORDS).keys()
  return near ?? word
}

/** The pages that a query asks for: the ones with the longest phrase of the query. */
export function findHelp(query: string): HelpPage[] {
  if (ORDER_NUMBER.test(query)) return [{ label: 'Your orders', href: ordersPath }]
  const queried = new Set(toStems(query).slice(0, MAX_WORDS).map(toHelpWord))
  const found = PHRASES.filter(({ words }) => words.every((word) => queried.has(word)))
  const longest = found.reduce((max, { words }) => Math.max(max, words.length), 0)
  const pages = found.flatMap(({ page, words }) => (words.length === longest ? [page] : []))
  return [...new Map(pages.map((page) => [page.href, page])).values()].slice(0, MAX_PAGES)
}
