import { contentField, dependingOn } from '../content-fields.ts'
import { type ContentKinds, linkFields, searchResult } from './shared.ts'

const {
  line,
  optionalLine,
  text,
  picture: pictureField,
  link,
  optionalLink,
  choice,
  optionalSwitch,
  productList,
  products,
  list,
  group,
} = contentField

/** A picture with a text. */
const storyFields = {
  label: line('Line above the title', 40),
  title: line('Title', 80),
  text: text('Text', 400),
  picture: pictureField('Picture'),
  button: line('Button', 40),
  href: link('Address of the button'),
}

/** Sections that editors write and can repeat. */
const ownSections = {
  text: 'Picture with a text',
  products: 'Row of products',
  links: 'Row of links',
}

/** Sections with their own fields in the record `home`. */
const homeSections = {
  categories: 'Categories',
  featured: 'Featured Products',
  gifts: 'Gifts',
  arrivals: 'New Arrivals',
  story: 'The story of a collection',
  craft: 'The hand behind it',
  reasons: 'Why Choose Us',
}

export const HOME_KINDS = {
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
          ...dependingOn(['section', 'text', 'products'], {
            label: line('Line above the title', 40),
          }),
          ...dependingOn(
            ['section', ...(Object.keys(ownSections) as (keyof typeof ownSections)[])],
            {
              title: line('Title', 80),
            },
          ),
          ...dependingOn(['section', 'text'], {
            text: text('Text', 400),
            picture: pictureField('Picture'),
            side: choice('Side of the picture', {
              start: 'Before the text',
              end: 'After the text',
            }),
            button: optionalLine('Button', 40, { hint: 'Without one, nothing is linked.' }),
            href: optionalLink('Address of the button'),
          }),
          ...dependingOn(['section', 'products'], {
            list: productList('Category or collection', {
              hint: 'Its first pieces are shown, up to eight, with a link to all of them.',
            }),
          }),
          ...dependingOn(['section', 'links'], {
            links: list('Links', ['link', 1, 12], linkFields),
          }),
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
        products: products('Pieces with the pictures of the first links', 3, {
          hint: 'The first piece stands above the first link, the second above the second.',
        }),
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
} as const satisfies ContentKinds
