import { contentField } from '../content-fields.ts'
import { type ContentKinds, formPage, question, searchResult } from './shared.ts'

const { line, text, group } = contentField

const messagePage = { title: line('Title', 80), text: text('Text', 300), ...searchResult }

const pageTitle = line('Title', 60, { fixed: '§2' })

/** Pages of a shopper's own data, and the page for unknown addresses. */
export const SHOPPER_PAGE_KINDS = {
  cart: {
    label: 'Cart',
    group: 'pages',
    path: '/cart',
    fields: {
      title: pageTitle,
      empty: group('Without pieces', {
        title: pageTitle,
        text: text('Text', 200),
        visitorText: text('Text for visitors', 200),
      }),
      loggedOut: group('After the end of a session', {
        title: line('Title', 60),
        text: text('Text', 200),
      }),
    },
  },
  wishlist: {
    label: 'Wishlist',
    group: 'pages',
    path: '/wishlist',
    fields: {
      title: pageTitle,
      empty: group('Without pieces', { title: pageTitle, text: text('Text', 200) }),
      onDevice: text('For visitors, above their pieces', 200),
      shared: group('Shared by a link', {
        title: line('Title', 60),
        private: text('Before it is shared', 200),
        text: text('While it is shared', 200),
        empty: line('Without pieces', 80),
      }),
    },
  },
  checkout: {
    label: 'Checkout',
    group: 'pages',
    path: '/checkout',
    fields: { title: pageTitle, emptyTitle: line('Title without pieces', 60, { fixed: '§2' }) },
  },
  profile: {
    label: 'Profile and password',
    group: 'pages',
    path: '/profile',
    fields: {
      title: line('Title of the profile', 60),
      editTitle: line('Title of its form', 60),
      forgotPassword: group('Forgotten password', { ...formPage, question }),
      resetPassword: group('New password', formPage),
      verifyEmail: group('Confirmation of the email address', formPage),
      stockAlerts: group('End of mails about sold-out pieces', {
        ...formPage,
        question: line('Question', 120),
      }),
      hints: group('Below the fields', {
        phone: text('Telephone number', 200),
        dateOfBirth: text('Date of birth', 200),
      }),
      settings: group('Settings', {
        password: line('Password', 120),
        devices: line('Signed-in devices', 120),
        data: line('Your data', 120),
        leave: line('Leave', 120),
      }),
    },
  },
  'not-found': {
    label: 'Page not found',
    group: 'pages',
    path: '/404',
    fields: messagePage,
  },
  gone: {
    label: 'Piece that is no longer sold',
    group: 'pages',
    path: '/410',
    fields: messagePage,
  },
  offline: {
    label: 'Offline',
    group: 'pages',
    path: '/offline',
    fields: { ...messagePage, seen: line('Above the pages that the device has', 80) },
  },
} as const satisfies ContentKinds
