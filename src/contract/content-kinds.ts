import { beside, type ContentFields, contentField } from './content-fields.ts'
import { MAIL_KINDS } from './mail-kinds.ts'
import { EMAIL_PATTERN, HSN_MESSAGE, HSN_PATTERN, MAX_ZOOM, MIN_ZOOM } from './values.ts'

const {
  line,
  optionalLine,
  shaped,
  optionalShaped,
  text,
  optionalText,
  richText,
  optionalPicture,
} = contentField
const {
  picture: pictureField,
  link,
  optionalLink,
  choice,
  category,
  optionalCategory,
  date,
  number,
  whole,
  optionalSwitch,
  productList,
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

const days = (label: string, more: { fixed?: string } = {}) => whole(label, [1, 365], more)

const searchResult = {
  seoTitle: line('Title in search results', 70, { hint: 'The tab of the browser shows it, too.' }),
  description: text('Description in search results', 300),
}

const optionalSearchResult = {
  seoTitle: optionalLine('Title in search results', 70, {
    hint: 'Without one, the name is shown.',
  }),
  description: optionalText('Description in search results', 300, {
    hint: 'Without one, the introduction is shown.',
  }),
}

const textPage = {
  ...pageHead,
  ...searchResult,
  sections: list('Sections', ['section', 1, 40], {
    title: line('Heading', 80, { hint: 'Links to the section are made of it.' }),
    text: richText('Text'),
    table: table('Table'),
  }),
}

const accountPage = {
  label: pageHead.label,
  title: pageHead.title,
  text: text('Text', 200),
  ...searchResult,
  picture: pictureField('Picture'),
}

const signupFields = {
  ...accountPage,
  features: list('Beside the form', ['text', 0, 6], {
    title: line('Title', 40),
    text: text('Text', 160),
  }),
}

const messagePage = { title: line('Title', 80), text: text('Text', 300), ...searchResult }

const pageTitle = line('Title', 60, { fixed: '§2' })

const formPage = { label: pageHead.label, title: line('Title', 60) }

/** Beside the link from one form to another. */
const question = line('Question at the end of the form', 80)

/** A picture with a text beside it. */
const storyFields = {
  label: line('Line above the title', 40),
  title: line('Title', 80),
  text: text('Text', 400),
  picture: pictureField('Picture'),
  button: line('Button', 40),
  href: link('Address of the button'),
}

/** Sections that editors write themselves, as often as they like. */
const ownSections = {
  text: 'Picture with a text',
  products: 'Row of products',
  links: 'Row of links',
}

/** Sections that have fields of their own in the record of home. */
const homeSections = {
  categories: 'Categories',
  featured: 'Featured Products',
  gifts: 'Gifts',
  arrivals: 'New Arrivals',
  story: 'The story of a collection',
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
        picture: pictureField('Picture', 'slide'),
        palette: choice('Colours', {
          noir: 'Dark',
          emerald: 'Green',
          ivory: 'Pale',
          terracotta: 'Terracotta',
        }),
      }),
      sections: list(
        'Sections in their order',
        ['section', 1, 24],
        {
          section: choice('Section', { ...ownSections, ...homeSections }),
          hidden: optionalSwitch('Hidden'),
          ...beside(['section', 'text', 'products'], {
            label: line('Line above the title', 40),
          }),
          ...beside(['section', ...(Object.keys(ownSections) as (keyof typeof ownSections)[])], {
            title: line('Title', 80),
          }),
          ...beside(['section', 'text'], {
            text: text('Text', 400),
            picture: pictureField('Picture'),
            side: choice('Side of the picture', {
              start: 'Before the text',
              end: 'After the text',
            }),
            button: optionalLine('Button', 40, { hint: 'Without one, nothing is linked.' }),
            href: optionalLink('Address of the button'),
          }),
          ...beside(['section', 'products'], {
            list: productList('Category or collection', {
              hint: 'Its first pieces are shown, up to eight, with a link to all of them.',
            }),
          }),
          ...beside(['section', 'links'], { links: list('Links', ['link', 1, 12], linkFields) }),
        },
        {
          hint: 'The fields of the shop’s own sections are below.',
          once: ['section', Object.keys(homeSections)],
        },
      ),
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
      categories: group('Categories', {
        title: line('Title', 60),
        products: products('Pieces with the pictures', 24, {
          hint: 'The picture of each stands for its category. A category without one shows its first piece.',
        }),
      }),
      gifts: group('Gifts', {
        title: line('Title', 60),
        links: list('Links', ['link', 1, 12], linkFields),
      }),
      craft: group('The hand behind it', storyFields),
      story: group('The story of a collection', storyFields),
      reasons: group('Why Choose Us', {
        title: line('Title', 60, { fixed: '§2' }),
        items: list('Reasons', ['reason', 1, 8], {
          icon: choice('Icon', { spark: 'Star', globe: 'Globe', lock: 'Lock', phone: 'Telephone' }),
          title: line('Title', 60, { fixed: '§2' }),
          text: text('Text', 200),
        }),
      }),
      ...searchResult,
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
  contact: {
    label: 'Contact',
    group: 'pages',
    path: '/contact',
    fields: {
      ...pageHead,
      ...searchResult,
      details: line('Title of the address, for screen readers', 60),
      map: line('Link to a map', 40),
      form: line('Title of the form', 60, { fixed: '§2' }),
      appointment: group('Appointments', {
        lead: line('Sentence below the address', 120),
        link: line('Link to its page', 60),
        ...formPage,
      }),
      state: group('Where a message stands', {
        question: line('Question below the form', 80),
        link: line('Link to its page', 60),
        ...formPage,
      }),
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
  partner: {
    label: 'Become a Partner',
    group: 'pages',
    path: '/partner',
    fields: {
      ...pageHead,
      ...searchResult,
      kinds: list('Kinds of partners', ['kind', 0, 6], {
        title: line('Title', 60),
        text: text('Text', 400),
      }),
      letter: group('Beside the form', { title: line('Title', 60), text: text('Text', 300) }),
      form: line('Title of the form', 60),
    },
  },
  login: {
    label: 'Sign in',
    group: 'pages',
    path: '/login',
    fields: { ...accountPage, question },
  },
  signup: {
    label: 'Create an account',
    group: 'pages',
    path: '/signup',
    fields: {
      ...signupFields,
      passwordHint: line('Below the password, after its shortest length', 120),
      question,
    },
  },
  'complete-profile': {
    label: 'Complete your profile',
    group: 'pages',
    path: '/complete-profile',
    fields: signupFields,
  },
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
  offline: { label: 'Offline', group: 'pages', path: '/offline', fields: messagePage },
  shop: {
    label: 'Shop',
    group: 'pages',
    path: '/shop',
    fields: {
      title: line('Title in search results', 60),
      introduction: text('Introduction', 800, {
        hint: 'The first sentence stands above the list of all pieces, the rest below it.',
      }),
      description: optionalText('Description in search results', 300, {
        hint: 'Without one, the number of pieces and the categories are named.',
      }),
      categories: list(
        'Categories in their order',
        ['category', 0, 60],
        { category: category('Name') },
        { hint: 'Those that are not named here follow, in the order of the shop.' },
      ),
      still: list(
        'Wide picture among all pieces',
        ['picture', 0, 1],
        {
          picture: pictureField('Picture'),
          text: line('Line below it', 60),
          href: link('Address'),
        },
        { hint: 'It stands after the first twelve pieces.' },
      ),
    },
  },
  'product-page': {
    label: 'Product page',
    group: 'pages',
    path: '/shop',
    fields: {
      promises: list('Promises below the pictures', ['promise', 0, 4], {
        icon: choice('Icon', {
          shield: 'Shield',
          lock: 'Lock',
          truck: 'Parcel',
          refresh: 'Arrows',
        }),
        title: line('Title', 40, { fixed: '§2' }),
        text: line('Text', 80),
      }),
      returns: group('Returns', {
        title: line('Line', 80, { fixed: '§2' }),
        text: text('Below it', 600),
        link: line('Link to the page on returns', 40),
      }),
      proof: group('Proof of dear pieces', {
        card: text('Of a piece without a hallmark or a report', 200),
        huid: text('Form of the number of a hallmark', 200),
        report: text('Form of the number of a report', 200),
        link: line('Link to the page on authenticity', 40),
      }),
      worn: line('On a picture that shows the piece on a body or in a hand', 40),
      personalisation: text('Below the field of an engraving, after its longest length', 200),
      reviews: group('Reviews', { invitation: line('Before the button', 120) }),
      advice: line('Before the telephone number', 80),
      missing: text('At an address without a piece', 200),
      headings: group('Headings', {
        offers: line('Offers', 60, { fixed: '§2' }),
        highlights: line('Highlights', 60, { fixed: '§2' }),
        details: line('Description', 60, { fixed: '§2' }),
        specifications: line('Specifications', 60, { fixed: '§2' }),
        warranty: line('Warranty', 60, { fixed: '§2' }),
        related: line('Related products', 60, { fixed: '§2' }),
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
      introduction: text('Introduction', 800, {
        hint: 'The first sentence stands above the list of its pieces, the rest below it.',
      }),
      ...optionalSearchResult,
      picture: optionalPicture('Picture of link previews', {
        hint: 'Without one, that of its first piece is shown.',
      }),
      hsn: optionalShaped('HSN code', 8, [HSN_PATTERN, HSN_MESSAGE], {
        hint: 'On the tax invoice of its pieces that have none of their own: 4, 6 or 8 digits.',
      }),
      zoom: number('Size of its pieces on cards, in percent', [MIN_ZOOM, MAX_ZOOM], {
        hint: '100 shows the whole photograph, 200 its middle half. Empty, the size that the shop comes with. A picture may have its own, beside its focal point.',
      }),
    },
  },
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
  collection: {
    label: 'Collection',
    group: 'collections',
    path: '/collections/',
    many: true,
    fields: {
      name: line('Name', 60),
      introduction: optionalText('Introduction', 800, { hint: 'Above the list of its pieces.' }),
      ...optionalSearchResult,
      products: products('Chosen products', 100, { hint: 'They come first.' }),
      rule: group('And every product that fits', {
        only: choice('Products', {
          none: 'No others',
          all: 'All',
          new: 'New arrivals',
          reduced: 'Reduced',
        }),
        category: optionalCategory('Category'),
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
