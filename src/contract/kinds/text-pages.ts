import { contentField } from '../content-fields.ts'
import { type ContentKinds, pageHead, searchResult } from './shared.ts'

const {
  line,
  optionalLine,
  text,
  optionalText,
  richText,
  optionalPicture,
  picture: pictureField,
  choice,
  date,
  table,
  list,
  group,
} = contentField

const textPage = {
  ...pageHead,
  ...searchResult,
  sections: list('Sections', ['section', 1, 40], {
    title: line('Heading', 80, { hint: 'Links to the section are made of it.' }),
    text: richText('Text'),
    table: table('Table'),
  }),
}

/** Pages that are mostly text. */
export const TEXT_PAGE_KINDS = {
  about: {
    label: 'About',
    group: 'pages',
    path: '/about',
    fields: {
      label: pageHead.label,
      title: pageHead.title,
      ...searchResult,
      picture: pictureField('Picture'),
      story: group('Story', { title: line('Title', 80), text: richText('Text') }),
      stats: list(
        'Figures',
        ['figure', 0, 6],
        { value: line('Figure', 12), label: line('Of what', 40) },
        { fixed: '§2' },
      ),
      chapters: list('Chapters', ['chapter', 0, 12], {
        title: line('Title', 80),
        text: text('Text', 600),
        picture: pictureField('Picture'),
      }),
      closing: group('Closing section', {
        title: line('Title', 80),
        text: text('Text', 300),
        button: line('Button', 40, { fixed: '§2' }),
        picture: pictureField('Picture'),
      }),
    },
  },
  faqs: {
    label: 'FAQs',
    group: 'pages',
    path: '/faqs',
    fields: {
      ...pageHead,
      ...searchResult,
      sections: list('Sections', ['section', 1, 20], {
        title: line('Title', 80),
        questions: list('Questions', ['question', 1, 40], {
          question: line('Question', 200),
          answer: richText('Answer'),
        }),
      }),
      closing: line('Line at the end', 80),
    },
  },
  'shipping-returns': {
    label: 'Shipping & Returns',
    group: 'pages',
    path: '/shipping-returns',
    fields: textPage,
  },
  care: { label: 'Care', group: 'pages', path: '/care', fields: textPage },
  sizes: {
    label: 'Sizes',
    group: 'pages',
    path: '/sizes',
    fields: {
      ...textPage,
      sizer: group('Sizer to print', { title: line('Title', 60), text: text('Text', 300) }),
    },
  },
  authenticity: {
    label: 'Authenticity',
    group: 'pages',
    path: '/authenticity',
    fields: textPage,
  },
  privacy: {
    label: 'Privacy',
    group: 'pages',
    path: '/privacy',
    tokens: {
      validFrom: 'Day from which it holds',
      unverifiedKept: 'How long an account without a verified address is kept',
      ordersKept: 'How long orders are kept',
      messagesKept: 'How long a conversation is kept',
      mailsKept: 'How long the subject of a mail is kept',
      devicesKept: 'How long a browser is recognised',
      accessKept: 'How long the log of the staff is kept',
      viewsKept: 'How long page views are kept',
      speedKept: 'How long the speed of pages is kept',
      searchesKept: 'How long searches are kept',
      orderKept: 'What is kept of the orders of a deleted account; empty where the shop takes none',
      panPurpose: 'What the PAN is for',
      panKept: 'How long the PAN is kept',
      orderDraft: 'What a tab keeps while an order is placed; empty where the shop takes none',
    },
    fields: { ...textPage, validFrom: date('Holds from') },
  },
  terms: { label: 'Terms', group: 'pages', path: '/terms', fields: textPage },
  page: {
    label: 'Page',
    group: 'pages',
    path: '/pages/',
    many: true,
    fields: {
      name: line('Title', 80, { hint: 'Its address stays when the title changes.' }),
      label: optionalLine('Line above the title', 40),
      lead: optionalText('Text below the title', 300),
      picture: optionalPicture('Picture', { hint: 'Below the title.' }),
      sections: list('Sections', ['section', 1, 40], {
        title: optionalLine('Heading', 80),
        text: richText('Text'),
        picture: optionalPicture('Picture below the text'),
      }),
      places: group('Links to the page', {
        menu: choice('In the side menu', { no: 'No', yes: 'Yes, at its end' }),
        footer: choice('In the footer', {
          no: 'No',
          first: 'In the first column',
          second: 'In the second column',
          third: 'In the third column',
        }),
      }),
      seoTitle: optionalLine('Title in search results', 70, {
        hint: 'Without one, the title is shown.',
      }),
      description: optionalText('Description in search results', 300, {
        hint: 'Without one, the text below the title is shown.',
      }),
    },
  },
} as const satisfies ContentKinds
