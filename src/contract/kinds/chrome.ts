import { contentField } from '../content-fields.ts'
import { EMAIL_PATTERN } from '../form-limits.ts'
import { type ContentKinds, linkFields } from './shared.ts'

const { line, optionalLine, shaped, text, optionalLink, whole, date, list, group } = contentField

const days = (label: string, more: { fixed?: string } = {}) => whole(label, [1, 365], more)

/** Texts of every page, and facts that many pages contain. */
export const CHROME_KINDS = {
  announcement: {
    label: 'Announcement',
    group: 'shop',
    path: '/',
    fields: {
      text: optionalLine('Text', 120, {
        hint: 'Shown above the header of every page. Empty: none.',
      }),
      href: optionalLink('Address', { hint: 'Where a press on it leads; may be empty.' }),
    },
  },
  menu: {
    label: 'Menus',
    group: 'shop',
    path: '/',
    fields: {
      header: list('Header', ['link', 1, 6], linkFields, { fixed: '§1' }),
      more: list('Side menu, below the header’s links', ['link', 0, 24], linkFields),
    },
  },
  footer: {
    label: 'Footer',
    group: 'shop',
    path: '/',
    fields: {
      tagline: line('Line below the logo', 80, { fixed: '§1' }),
      columns: list('Columns', ['column', 1, 3], {
        title: line('Title', 40),
        links: list('Links', ['link', 1, 12], linkFields),
      }),
      social: list('Social media', ['link', 0, 6], linkFields, { fixed: '§1' }),
      seller: text('Who sells, and where complaints go', 400, {
        hint: 'Company and tax numbers follow, where the shop has them in its settings.',
      }),
      closing: line('After the year and the name', 80),
    },
  },
  facts: {
    label: 'Contact and policies',
    group: 'shop',
    path: '/contact',
    fields: {
      contact: group('Contact', {
        email: shaped('Email address', 254, [EMAIL_PATTERN, 'must be an email address']),
        phone: shaped('Telephone number', 24, [
          /^\+?[\d ]{6,}$/,
          'must be a telephone number such as +91 141 555 0142',
        ]),
        hours: line('Opening hours', 60),
      }),
      address: group('Address', {
        street: line('Street', 120),
        city: line('City', 60),
        state: line('State', 60),
        pincode: shaped('PIN code', 6, [/^\d{6}$/, 'must have six digits']),
      }),
      delivery: group('Delivery', {
        closedDays: list(
          'Days without dispatch and delivery',
          ['day', 0, 40],
          { day: date('Day') },
          { hint: 'Such as 26 January. Sundays are left out in any case.' },
        ),
      }),
      returns: group('Returns', {
        returnDays: days('Days to return a piece', { fixed: '§9' }),
        returnFee: whole('What a return costs, in ₹', [0, 9_999], {
          hint: 'Search engines show it. Say it in the texts, too.',
        }),
        collectionDays: days('Working days until a piece is collected'),
        refundDays: days('Working days until the money is sent'),
      }),
      exchange: group('Exchange', {
        exchangeDays: days('Days to exchange a size'),
        resizingDays: days('Days of the first resizing of a ring'),
      }),
      others: group('Other figures', {
        abroadMinDays: days('Working days to other countries, at least'),
        abroadMaxDays: days('Working days to other countries, at most'),
        partnerDays: days('Days until a partner has an answer'),
      }),
    },
  },
} as const satisfies ContentKinds
