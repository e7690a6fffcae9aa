import { hasWords, isNamed, parseLookup, toLookupText } from '#src/rules/search/lookup.ts'

export interface Screen {
  path: string
  label: string
  /** What is done there, in the words of editors. */
  words: string
  /** Whom it is for: an admin, or a shop that takes orders. */
  needs?: 'admin' | 'orders'
}

/** The screens of the studio, for its search. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/today',
    label: 'Today',
    words:
      'dashboard needs attention page views visits traffic failed mails broken links low stock',
  },
  {
    path: '/orders',
    label: 'Orders',
    words:
      'dispatch parcels returns refunds cash to collect overdue export the orders of a month xlsx books packing slip invoice',
    needs: 'orders',
  },
  {
    path: '/products',
    label: 'Products',
    words: 'catalogue list prices stock new product archive bulk percentage sale categories views',
  },
  {
    path: '/content',
    label: 'Content',
    words: 'texts pages new page category collection menus footer announcement home mails policies',
  },
  {
    path: '/pictures',
    label: 'Pictures',
    words: 'library photos images uploads replace crop focal point alt text',
  },
  {
    path: '/launches',
    label: 'Launches',
    words: 'schedule drafts campaign sale start end preview link new launch',
  },
  {
    path: '/messages',
    label: 'Messages',
    words: 'contact partner form enquiries appointments reply by mail note inbox overdue',
  },
  {
    path: '/customers',
    label: 'Customers',
    words: 'accounts shoppers delete the account export the data DPDP addresses',
  },
  {
    path: '/reviews',
    label: 'Reviews',
    words: 'approve reject ratings stars to read',
  },
  {
    path: '/csv',
    label: 'Import',
    words: 'import and export products csv xlsx excel spreadsheet file upload download',
  },
  {
    path: '/releases',
    label: 'Releases',
    words: 'publish again roll back the site undo changes of several products failed publishes',
  },
  {
    path: '/speed',
    label: 'Speed',
    words: 'web vitals performance largest paint layout shift builds slow',
  },
  {
    path: '/searches',
    label: 'Searches',
    words: 'what shoppers searched for without results synonyms pin products queries',
  },
  {
    path: '/security',
    label: 'Security',
    words: 'second factor authenticator app 2fa recovery codes qr code',
  },
  {
    path: '/team',
    label: 'Team',
    words: 'invite staff members editors admins roles audit log end sessions invitations',
    needs: 'admin',
  },
]

/** @returns the screens that have each word, those whose name is looked for first. */
export function findScreens(text: string): Screen[] {
  const lookup = parseLookup(text)
  const isLabel = ({ label }: Screen) => isNamed(toLookupText(label), lookup)
  return SCREENS.filter(({ label, words }) =>
    hasWords(toLookupText(`${label} ${words}`), lookup),
  ).toSorted((a, b) => Number(isLabel(b)) - Number(isLabel(a)))
}
