import { describe, expect, test } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { defaultFacts, toTokens } from '#src/content/facts.ts'
import { signupRequest } from '#src/contract/auth.ts'
import type { ContentId } from '#src/contract/content.ts'
import { endpoints } from '#src/contract/endpoints.ts'
import { MAIL_KINDS } from '#src/contract/kinds/mails.ts'
import { ACKNOWLEDGE_HOURS, SETTLE_DAYS, SHOPPER_STEPS } from '#src/contract/values.ts'
import { fillTokens } from '#src/editing/content-tokens.ts'
import { validateDob } from '#src/rules/account/account-validation.ts'
import { DELIVERY_ZONES, toWorkingDay } from '#src/rules/account/delivery.ts'
import {
  DISPATCH_CUTOFF_HOUR,
  INVITATION_LINK_DAYS,
  MAX_QUANTITY,
  PERSONALISATION_DAYS,
  RESET_LINK_HOURS,
  TAX_PERCENT,
  VERIFY_LINK_HOURS,
} from '#src/rules/constants.ts'
import { findNextState } from '#src/rules/orders/order-states.ts'
import { getLegalSettings } from '#src/server/core/content/read-content.ts'
import { readEnv, type ServerEnv } from '#src/server/core/env.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/shop/seed/read-entries.ts'

/** A shop with its settings. Its texts stand where their facts hold, and nowhere else. */
interface Shop {
  env: ServerEnv
  /** Orders have a page: they are taken, or were. */
  keepsOrders: boolean
}

const createShop = (
  settings: Record<string, string>,
  keepsOrders = Boolean(settings['ORDERS']),
) => ({
  env: readEnv({ SITE_URL: 'https://kairavi.example', ...settings }),
  keepsOrders,
})
const PAN_KEY = 'a-key-of-the-tests-with-at-least-32-letters'
const shops: [name: string, shop: Shop][] = [
  ['takes no orders', createShop({})],
  ['took orders once', createShop({}, true)],
  ['takes cash', createShop({ ORDERS: 'cod', GRIEVANCE_OFFICER: 'Kavita Rao' })],
  [
    'is paid in each way, and delivers to Nepal',
    createShop({
      ORDERS: 'razorpay,cod,transfer',
      DELIVERY_COUNTRIES: 'India,Nepal',
      PAN_KEY,
      RAZORPAY_KEY_ID: 'rzp_test_1',
      RAZORPAY_KEY_SECRET: 'secret',
      RAZORPAY_WEBHOOK_SECRET: 'secret',
      BANK_ACCOUNT_NAME: 'Kairavi',
      BANK_ACCOUNT_NUMBER: '50100012345678',
      BANK_IFSC: 'HDFC0000123',
    }),
  ],
]

/** The text that a shop shows, with the facts of its settings. */
const readText = (id: ContentId, { env, keepsOrders }: Shop): string =>
  JSON.stringify(
    fillTokens(getDefaultContent(id), toTokens(getLegalSettings(env, keepsOrders), defaultFacts)),
  )

/** The pieces of a category that the shop comes with. */
const listPieces = (category: string) =>
  readEntries(DEFAULT_SEED_DIR).filter((entry) => entry.category === category)
/** Whether each piece of a category has these technical details. */
const haveDetails = (category: string, ...details: [name: RegExp, value?: RegExp][]): boolean =>
  listPieces(category).every(({ technicalDetails }) =>
    details.every(([name, value = /./]) =>
      Object.entries(technicalDetails ?? {}).some(
        ([known, text]) => name.test(known) && value.test(text),
      ),
    ),
  )
const listSizes = (category: string) =>
  listPieces(category).flatMap(({ options }) =>
    options.flatMap(({ name, values }) => (name === 'Size' ? values : [])),
  )

const has = (call: keyof typeof endpoints) => call in endpoints
const mails = (...kinds: string[]) => kinds.every((kind) => Object.hasOwn(MAIL_KINDS, kind))
const hasMethod = ({ env }: Shop, method: 'razorpay' | 'cod' | 'transfer') =>
  env.ORDERS.includes(method)
/** The checkout of a shop without orders shows the two methods of the specification. */
const showsMethod = (shop: Shop, method: 'razorpay' | 'cod') =>
  shop.env.ORDERS.length === 0 || hasMethod(shop, method)
const isNamed = ({ env }: Shop) => env.GRIEVANCE_OFFICER !== undefined
const isAbroad = ({ env }: Shop) => env.DELIVERY_COUNTRIES.length > 1
const TODAY = '2026-11-29'

const PAYMENT: ContentId[] = ['faqs', 'terms']
const COMPLAINTS: ContentId[] = ['footer', 'shipping-returns', 'terms', 'privacy']
const REACH: ContentId[] = ['home', 'signup', 'faqs', 'terms', 'shipping-returns']

/** A sentence, the records where it stands, and its fact. A fact without a shop holds in each. */
const claims: [claim: string, where: ContentId[], fact: (shop: Shop) => boolean][] = [
  // Ways to pay.
  ['online by card, UPI or net banking', PAYMENT, (shop) => showsMethod(shop, 'razorpay')],
  [
    'online by card, UPI or net banking up to ₹5,00,000',
    PAYMENT,
    (shop) => hasMethod(shop, 'razorpay'),
  ],
  ['in cash on delivery below ₹2,00,000', PAYMENT, (shop) => showsMethod(shop, 'cod')],
  ['by bank transfer above ₹5,00,000', PAYMENT, (shop) => hasMethod(shop, 'transfer')],
  [`Checkout adds ${TAX_PERCENT}% of the subtotal`, ['faqs', 'terms'], () => TAX_PERCENT === 5],
  // Complaints.
  ['Kavita Rao, Grievance Officer', COMPLAINTS, isNamed],
  ['our Grievance Officer', COMPLAINTS, (shop) => !isNamed(shop)],
  [
    'acknowledged within 48 hours and settled within 30 days',
    [...COMPLAINTS, 'mail-message-received'],
    () => ACKNOWLEDGE_HOURS === 48 && SETTLE_DAYS === 30,
  ],
  // Delivery.
  ['We deliver in India.', REACH, (shop) => !isAbroad(shop)],
  ['We deliver in India and Nepal.', REACH, isAbroad],
  ['A parcel to Nepal takes 6 to 12 working days.', ['terms', 'shipping-returns'], isAbroad],
  [
    'At present we do not deliver to other countries.',
    ['terms', 'shipping-returns'],
    (shop) => !isAbroad(shop),
  ],
  [
    'in 2 to 4 days within India',
    ['faqs', 'terms', 'shipping-returns'],
    () => DELIVERY_ZONES.near.min === 2 && DELIVERY_ZONES.mainland.max === 4,
  ],
  // 29 November 2026 is a Sunday.
  [
    'Sundays do not count as working days',
    ['terms', 'shipping-returns'],
    () => toWorkingDay(Date.parse('2026-11-28T06:00:00Z'), 1, []) === '2026-11-30',
  ],
  [
    'An order placed before 2 pm leaves our workshop in Jaipur the same working day',
    ['terms', 'shipping-returns'],
    () => DISPATCH_CUTOFF_HOUR === 14 && defaultFacts.address.city === 'Jaipur',
  ],
  ['add 3 working days', ['faqs', 'shipping-returns'], () => PERSONALISATION_DAYS === 3],
  ['up to 10 of one piece', ['faqs', 'terms'], () => MAX_QUANTITY === 10],
  // Orders, and the mails that are promised.
  [
    'Open the order in your profile to track it, pay, cancel or request a return.',
    ['terms', 'shipping-returns'],
    ({ keepsOrders }) =>
      keepsOrders &&
      ['pay', 'cancel', 'return'].every((step) => SHOPPER_STEPS.includes(step as 'pay')),
  ],
  [
    'We write when your parcel leaves, and again when it has arrived.',
    ['shipping-returns'],
    () => mails('mail-order-dispatched', 'mail-order-delivered'),
  ],
  [
    'write to you when we have received it',
    ['shipping-returns'],
    () => mails('mail-order-return-received'),
  ],
  [
    'Until the parcel leaves us, you can cancel the order on its page.',
    ['mail-order-placed'],
    () =>
      findNextState('placed', 'cancel') === 'cancelled' && !findNextState('dispatched', 'cancel'),
  ],
  [
    'Until the transfer has arrived, you can cancel the order on its page.',
    ['mail-order-transfer'],
    () => findNextState('awaiting_payment', 'cancel') === 'cancelled',
  ],
  [
    'Within 7 days you can return it on the page of the order.',
    ['mail-order-delivered'],
    () => defaultFacts.returns.returnDays === 7,
  ],
  // Accounts and their mails.
  ['for 24 hours', ['mail-verify-email'], () => VERIFY_LINK_HOURS === 24],
  ['for 1 hour', ['mail-reset-password'], () => RESET_LINK_HOURS === 1],
  ['for 3 days', ['mail-invite-editor', 'mail-invite-admin'], () => INVITATION_LINK_DAYS === 3],
  [
    'It takes a name, an email address and a password, and you can close it again yourself.',
    ['faqs'],
    () =>
      Object.keys(signupRequest.shape).join() === 'name,email,password' &&
      has('DELETE /users/account'),
  ],
  [
    'you can read and download all that your account holds',
    ['privacy'],
    () => has('GET /users/export'),
  ],
  ['you can delete the account yourself', ['privacy'], () => has('DELETE /users/account')],
  ['Where your account is open', ['profile'], () => has('GET /users/sessions')],
  [
    'You must be 18 or over to hold an account.',
    ['profile'],
    () => Boolean(validateDob('2008-11-30', TODAY)) && !validateDob('2008-11-29', TODAY),
  ],
  // The catalogue that the shop comes with.
  [
    'Their movements are Swiss',
    ['category:watches'],
    () => haveDetails('watches', [/^Movement$/, /Swiss/]),
  ],
  [
    'names its movement, its measures in millimetres and how deep it may go',
    ['category:watches'],
    () => haveDetails('watches', [/^Movement$/], [/^Case/, /\d mm/], [/^Water/, /\d/]),
  ],
  ['with its maker', ['authenticity'], () => haveDetails('watches', [/^Movement maker$/])],
  [
    'from a phone for an evening to a thirteen-inch laptop',
    ['category:bags'],
    () =>
      listPieces('bags').some(({ technicalDetails }) => technicalDetails?.['Fits phone']) &&
      listPieces('bags').some(({ technicalDetails }) =>
        /13/.test(technicalDetails?.['Fits laptop'] ?? ''),
      ),
  ],
  [
    'Rings and kadas come in Indian sizes',
    ['category:jewelry'],
    () => listSizes('jewelry').every((size) => /^(?:IN \d+|2\.\d)$/.test(size)),
  ],
  [
    'Each page names the fibre, the weave, the size in centimetres and how to wash it',
    ['category:clothing'],
    () => haveDetails('clothing', [/^Material$/], [/^(?:Size|Width)$/, /\d cm/], [/^Care$/]),
  ],
  [
    'Sizes are European',
    ['category:shoes'],
    () => listSizes('shoes').every((size) => /^EU \d\d$/.test(size)),
  ],
  [
    'names its heel in millimetres, its lining and its closure',
    ['category:shoes'],
    () => haveDetails('shoes', [/^Heel/, /\d mm/], [/^Lining$/], [/^Closure$/]),
  ],
  [
    'nearly all of them come in one size',
    ['category:accessories'],
    () =>
      listSizes('accessories').length > 0 &&
      listPieces('accessories').filter(({ options }) => options.some(({ name }) => name === 'Size'))
        .length === 1,
  ],
  [
    'block ultraviolet light to 400 nm',
    ['category:sunglasses'],
    () => haveDetails('sunglasses', [/^UV/, /400 nm/]),
  ],
  [
    'gives the width of lens, bridge and temple in millimetres and the category of the lens',
    ['category:sunglasses'],
    () =>
      haveDetails(
        'sunglasses',
        [/^Lens width$/, / mm$/],
        [/^Bridge$/, / mm$/],
        [/^Temple/, / mm$/],
        [/^Lens category$/],
      ),
  ],
  [
    'The page of each perfume says how long it keeps once opened.',
    ['care'],
    () => haveDetails('perfumes', [/^Best within$/, /opening/]),
  ],
  [
    'lists the allergens that the law names',
    ['care'],
    () => haveDetails('perfumes', [/^Allergens$/]),
  ],
  [
    'The number and the date of the batch stand under the base and on the box.',
    ['care'],
    () => haveDetails('perfumes', [/^Batch$/, /under the base and on the box/]),
  ],
  [
    'Our borders are woven, never printed.',
    ['about'],
    () =>
      !/print/i.test(
        listPieces('clothing')
          .map(
            ({ technicalDetails }) =>
              `${technicalDetails?.['Border']} ${technicalDetails?.['Borders']}`,
          )
          .join(),
      ),
  ],
]

describe.each(shops)('in a shop that %s', (_name, shop) => {
  test.each(claims)('“%s” stands where it is a fact', (claim, where, fact) => {
    const isFact = fact(shop)
    for (const id of where) expect([id, readText(id, shop).includes(claim)]).toEqual([id, isFact])
  })
})

/** What no text says: a count that an editor can change, and words of other English than India's. */
test.each([
  ['a number of categories or pieces', /\b(?:six|seven|eight|nine) (?:rooms|frames|categories)\b/i],
  ['“ring” for a telephone call', /\b(?:or|and|it|us) ring\b|\bring (?:us|it|\{phone\})/i],
  ['the American spelling in a running text', /\bjewelry\b(?!["/])/i],
])('no text says %s', (_what, words) => {
  const ids = [
    'home',
    'contact',
    'faqs',
    'shipping-returns',
    'authenticity',
    'category:sunglasses',
    'mail-message-received',
    'about',
    'signup',
  ] as const
  for (const id of ids)
    expect([id, words.exec(JSON.stringify(getDefaultContent(id)))?.[0]]).toEqual([id, undefined])
})
