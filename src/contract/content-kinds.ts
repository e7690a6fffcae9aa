import { type ContentFields, contentField } from './content-fields.ts'
import { MAIL_KINDS } from './mail-kinds.ts'

const { line, optionalLine, text, optionalText, richText, optionalPicture } = contentField
const {
  picture: pictureField,
  link,
  choice,
  date,
  number,
  products,
  table,
  words,
  list,
  group,
} = contentField

/** Parts of the list of records. */
export type ContentGroup = 'pages' | 'shop' | 'categories' | 'collections' | 'search' | 'mails'

const linkFields = { label: line('Text', 40), href: link('Address') }

const pageHead = {
  label: line('Line above the title', 40),
  title: line('Title', 120),
  lead: optionalText('Text below the title', 300),
}

const description = text('Description in search results', 300)

const textPage = {
  ...pageHead,
  description,
  sections: list('Sections', ['section', 1, 40], {
    title: line('Heading', 80, { hint: 'Links to the section are made of it.' }),
    text: richText('Text'),
    table: table('Table'),
  }),
}

const accountPage = {
  ...{ label: pageHead.label, title: pageHead.title, text: text('Text', 200) },
  description,
  picture: pictureField('Picture'),
}

const signupFields = {
  ...accountPage,
  features: list('Beside the form', ['text', 0, 6], {
    title: line('Title', 40),
    text: text('Text', 160),
  }),
}

const homeSections = {
  featured: 'Featured Products',
  arrivals: 'New Arrivals',
  craft: 'The hand behind it',
  reasons: 'Why Choose Us',
}

/**
 * Every kind of record with its fields in the order of the form. Schema, form, history and check are made
 * from it (docs/how-to.md#a-text-that-editors-change). `path` is the page of the preview; mails have none.
 */
export const CONTENT_KINDS = {
  home: {
    label: 'Home',
    group: 'pages',
    path: '/',
    fields: {
      slides: list('Slides', ['slide', 1, 8], {
        label: line('Line above the title', 40),
        title: line('Title', 60),
        text: text('Text', 160),
        picture: pictureField('Picture'),
        palette: choice('Colours', {
          noir: 'Dark',
          emerald: 'Green',
          ivory: 'Pale',
          terracotta: 'Terracotta',
        }),
      }),
      sections: list('Sections in their order', ['section', 1, 4], {
        section: choice('Section', homeSections),
      }),
      featured: group('Featured Products', {
        label: line('Line above the title', 40),
        title: line('Title', 60, { fixed: '§2' }),
        products: products('Products', 8, {
          hint: 'Without any, the best rated product of each category is shown.',
        }),
      }),
      arrivals: group('New Arrivals', {
        label: line('Line above the title', 40),
        title: line('Title', 60, { fixed: '§2' }),
      }),
      craft: group('The hand behind it', {
        label: line('Line above the title', 40),
        title: line('Title', 80),
        text: text('Text', 400),
        picture: pictureField('Picture'),
        button: line('Button', 40),
        href: link('Address of the button'),
      }),
      reasons: group('Why Choose Us', {
        title: line('Title', 60, { fixed: '§2' }),
        items: list('Reasons', ['reason', 1, 8], {
          icon: choice('Icon', { spark: 'Star', globe: 'Globe', lock: 'Lock', phone: 'Telephone' }),
          title: line('Title', 60, { fixed: '§2' }),
          text: text('Text', 200),
        }),
      }),
    },
  },
  announcement: {
    label: 'Announcement',
    group: 'shop',
    path: '/',
    fields: {
      text: optionalLine('Text', 120, {
        hint: 'Shown above the header of every page. Empty: none.',
      }),
      href: optionalLine('Address', 400, { hint: 'Where a press on it leads; may be empty.' }),
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
    },
  },
  about: {
    label: 'About',
    group: 'pages',
    path: '/about',
    fields: {
      ...{ label: pageHead.label, title: pageHead.title, description },
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
      description,
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
  sizes: { label: 'Sizes', group: 'pages', path: '/sizes', fields: textPage },
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
    tokens: { validFrom: 'Day from which it holds' },
    fields: { ...textPage, validFrom: date('Holds from') },
  },
  terms: { label: 'Terms', group: 'pages', path: '/terms', fields: textPage },
  contact: {
    label: 'Contact',
    group: 'pages',
    path: '/contact',
    fields: {
      ...pageHead,
      description,
      form: line('Title of the form', 60, { fixed: '§2' }),
    },
  },
  partner: {
    label: 'Become a Partner',
    group: 'pages',
    path: '/partner',
    fields: {
      ...pageHead,
      description,
      kinds: list('Kinds of partners', ['kind', 0, 6], {
        title: line('Title', 60),
        text: text('Text', 400),
      }),
      letter: group('Beside the form', { title: line('Title', 60), text: text('Text', 300) }),
      form: line('Title of the form', 60),
    },
  },
  login: { label: 'Sign in', group: 'pages', path: '/login', fields: accountPage },
  signup: {
    label: 'Create an account',
    group: 'pages',
    path: '/signup',
    fields: signupFields,
  },
  'complete-profile': {
    label: 'Complete your profile',
    group: 'pages',
    path: '/complete-profile',
    fields: signupFields,
  },
  'not-found': {
    label: 'Page not found',
    group: 'pages',
    path: '/404',
    fields: { title: line('Title', 80), text: text('Text', 300), description },
  },
  shop: {
    label: 'Shop',
    group: 'pages',
    path: '/shop',
    fields: {
      title: line('Title in search results', 60),
      introduction: text('Introduction', 800, { hint: 'Above the list of all pieces.' }),
      description: optionalText('Description in search results', 300, {
        hint: 'Without one, the number of pieces and the categories are named.',
      }),
    },
  },
  category: {
    label: 'Category',
    group: 'categories',
    /** The path of a record: its key follows. */
    path: '/shop/',
    many: true,
    fields: {
      name: line('Name', 40, {
        hint: 'Its address is made of it. Products, menus and collections follow a new name, and the former address leads to the new one.',
      }),
      introduction: text('Introduction', 800, { hint: 'Above the list of its pieces.' }),
      description: optionalText('Description in search results', 300, {
        hint: 'Without one, the introduction is shown.',
      }),
      picture: optionalPicture('Picture of link previews'),
    },
  },
  collection: {
    label: 'Collection',
    group: 'collections',
    path: '/collections/',
    many: true,
    fields: {
      name: line('Name', 60),
      introduction: optionalText('Introduction', 800, { hint: 'Above the list of its pieces.' }),
      description: optionalText('Description in search results', 300, {
        hint: 'Without one, the introduction is shown.',
      }),
      products: products('Chosen products', 100, { hint: 'They come first.' }),
      rule: group('And every product that fits', {
        only: choice('Products', {
          none: 'No others',
          all: 'All',
          new: 'New arrivals',
          reduced: 'Reduced',
        }),
        category: optionalLine('Category', 40),
        colour: optionalLine('Colour', 40),
        minPrice: number('From ₹', [0, 999_999_999]),
        maxPrice: number('To ₹', [0, 999_999_999]),
      }),
    },
  },
  'search-synonyms': {
    label: 'Synonyms',
    group: 'search',
    path: '/shop',
    fields: {
      same: list(
        'Words that mean the same',
        ['row', 0, 200],
        { words: words('Words', 2) },
        {
          hint: 'Who searches one of a row finds the others, too. A phrase has up to three words.',
        },
      ),
      means: list(
        'Words that find others',
        ['pair', 0, 200],
        { words: words('Who searches', 1), answers: words('also finds', 1) },
        { hint: 'Not the other way round: “gift” finds pens, “pen” finds no other gifts.' },
      ),
    },
  },
  'search-pins': {
    label: 'Pinned products',
    group: 'search',
    path: '/shop',
    fields: {
      pins: list('Searches', ['search', 0, 200], {
        query: line('Search', 80),
        products: products('Products', 4, {
          hint: 'They come first among the suggestions, and below the pieces with the text in their title.',
        }),
      }),
    },
  },
  ...MAIL_KINDS,
} as const satisfies Record<
  string,
  {
    label: string
    group: ContentGroup
    path: string | undefined
    many?: true
    fields: ContentFields
    /** What may stand in braces beside the facts of src/rules/content-tokens.ts. */
    tokens?: Record<string, string>
  }
>
