import { contentField } from '../content-fields.ts'
import { HSN_MESSAGE, HSN_PATTERN, MAX_ZOOM, MIN_ZOOM } from '../values.ts'
import type { ContentKinds } from './shared.ts'

const {
  line,
  optionalLine,
  optionalShaped,
  text,
  optionalText,
  optionalPicture,
  picture: pictureField,
  link,
  choice,
  category,
  optionalCategory,
  number,
  products,
  list,
  group,
} = contentField

const optionalSearchResult = {
  seoTitle: optionalLine('Title in search results', 70, {
    hint: 'Without one, the name is shown.',
  }),
  description: optionalText('Description in search results', 300, {
    hint: 'Without one, the introduction is shown.',
  }),
}

const stillFields = {
  picture: pictureField('Picture'),
  text: line('Line below it', 60),
  href: link('Address'),
}

/** Listings, and the product page. */
export const CATALOG_PAGE_KINDS = {
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
      still: list('Wide pictures among all pieces', ['picture', 0, 6], stillFields, {
        hint: 'Each page of the list has one, after its first twelve pieces.',
      }),
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
    /** Path of a record, followed by its key. */
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
      still: list('Wide picture among its pieces', ['picture', 0, 1], stillFields, {
        hint: 'It stands after the first four pieces, in a longer list after twelve.',
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
} as const satisfies ContentKinds
