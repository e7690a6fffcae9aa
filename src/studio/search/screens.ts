import type { Right } from '#src/contract/values.ts'
import { hasWords, isNamed, parseLookup, toLookupText } from '#src/editing/lookup.ts'

export interface Screen {
  path: string
  label: string
  /** Words of editors for the tasks of the screen. */
  words: string
  /** The right that opens it. */
  right: Right
}

/** The screens of the studio, for its menu and its search. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/today',
    label: 'Today',
    right: 'catalogue',
    words:
      'dashboard needs attention page views visits traffic failed mails broken links low stock',
  },
  {
    path: '/orders',
    label: 'Orders',
    right: 'orders',
    words:
      'dispatch parcels returns refunds cash to collect overdue export the orders of a month xlsx books packing slip invoice',
  },
  {
    path: '/products',
    label: 'Products',
    right: 'stock',
    words: 'catalogue list prices stock new product archive bulk percentage sale categories views',
  },
  {
    path: '/content',
    label: 'Content',
    right: 'catalogue',
    words: 'texts pages new page category collection menus footer announcement home mails policies',
  },
  {
    path: '/pictures',
    label: 'Pictures',
    right: 'catalogue',
    words: 'library photos images uploads replace crop focal point alt text',
  },
  {
    path: '/launches',
    label: 'Launches',
    right: 'catalogue',
    words: 'schedule drafts campaign sale start end preview link new launch',
  },
  {
    path: '/messages',
    label: 'Messages',
    right: 'messages',
    words: 'contact partner form enquiries appointments reply by mail note inbox overdue',
  },
  {
    path: '/customers',
    label: 'Customers',
    right: 'customers',
    words: 'accounts shoppers delete the account export the data DPDP addresses',
  },
  {
    path: '/reviews',
    label: 'Reviews',
    right: 'messages',
    words: 'approve reject ratings stars to read',
  },
  {
    path: '/csv',
    label: 'Import',
    right: 'catalogue',
    words: 'import and export products csv xlsx excel spreadsheet file upload download',
  },
  {
    path: '/releases',
    label: 'Releases',
    right: 'catalogue',
    words: 'publish again roll back the site undo changes of several products failed publishes',
  },
  {
    path: '/speed',
    label: 'Speed',
    right: 'catalogue',
    words: 'web vitals performance largest paint layout shift builds slow',
  },
  {
    path: '/searches',
    label: 'Searches',
    right: 'catalogue',
    words: 'what shoppers searched for without results synonyms pin products queries',
  },
  {
    path: '/security',
    label: 'Security',
    right: 'studio',
    words: 'second factor authenticator app 2fa recovery codes qr code',
  },
  {
    path: '/team',
    label: 'Team',
    right: 'team',
    words: 'invite staff members editors admins packers roles audit log end sessions invitations',
  },
]

/** @throws Error for a path without a screen. */
export function getScreen(path: string): Screen {
  const screen = SCREENS.find((known) => known.path === path)
  if (!screen) throw new Error(`There is no screen at ${path}.`)
  return screen
}

/** @returns the screens that have each word, those whose name is looked for first. */
export function findScreens(text: string): Screen[] {
  const lookup = parseLookup(text)
  const isLabel = ({ label }: Screen) => isNamed(toLookupText(label), lookup)
  return SCREENS.filter(({ label, words }) =>
    hasWords(toLookupText(`${label} ${words}`), lookup),
  ).toSorted((a, b) => Number(isLabel(b)) - Number(isLabel(a)))
}
