import type { ContentBody } from '#src/contract/content.ts'
import { CATEGORIES, MIN_ZOOM } from '#src/contract/values.ts'
import { categoryLabel } from '#src/rules/categories.ts'
import { searchPath } from '#src/rules/paths.ts'

/** Introductions of categories: the first sentence above the products, the rest below. */
const INTRODUCTIONS: Record<string, string> = {
  watches:
    'Dress watches, divers and chronographs. Their movements are Swiss, their cases steel or gold tone. Each case is drawn to sit flat under a cuff, each dial to be read at a glance, and every strap or bracelet fits more than one wrist. The page of each names its movement, its measures in millimetres and how deep it may go, so that nothing is left to guess before it is on the wrist.',
  bags: 'Top handles, totes, evening cases and potlis. They are calf, lambskin, enamel and silk brocade. The leather is cut and stitched by hand, the hardware is brass under a gold-tone finish, and linings are made to be seen. Dimensions and handle drops stand on every page, with what fits inside, from a phone for an evening to a thirteen-inch laptop for the day.',
  jewelry:
    'Rings, earrings, bracelets, pendants and pearls. Each is drawn to be worn often. Kada and jhumka stand beside a solitaire and a line of emeralds, each described by its metal and hallmark, its stones and its weight; laboratory-grown stones are named so. Rings and kadas come in Indian sizes; their pages say how they are measured, and how a piece is cared for once it is yours.',
  clothing:
    'Saree, stole, shawl and tie. All of it is cloth woven, printed and knotted where it has been made for centuries. Banarasi brocade with zari, pashmina in its undyed colour, silk twill with a hand-rolled edge, lambswool for cold evenings. Each page names the fibre, the weave, the size in centimetres and how to wash it, so that a piece may be worn for decades and handed on.',
  shoes:
    'Pumps, loafers, oxfords, juttis and sandals. They are made for a wedding, an office and a long summer. Uppers are silk, calf, lambskin or vegetable-tanned leather, and most soles are leather, stitched so that they can be repaired. Sizes are European; the page of each pair names its heel in millimetres, its lining and its closure, and how it should sit on the foot when it is new.',
  accessories:
    'Small things that are used every day. There are a belt, a wallet, a card holder, cufflinks, a fountain pen and a box for the dressing table. They are made of the same calf, enamel and brass as our larger pieces, and with the same patience. They make a good present, too: nearly all of them come in one size, and none needs more than a drawer.',
  perfumes:
    'Eau de parfum, extrait and attar. They are blended around saffron, rose, jasmine, oudh and sandalwood. The page of each names its notes from the first minute to the last hour, its concentration and its volume, so that you know what to expect before it is opened. Flacons are glass, heavy in the hand, and made to stay on the dressing table once they are empty.',
  sunglasses:
    'Frames from the aviator to the hexagon. They are acetate, steel and titanium, with lenses that block ultraviolet light to 400 nm. Every page gives the width of lens, bridge and temple in millimetres and the category of the lens, for bright sun or for softer days. Fit, weight and hinge are described as well, since a good frame is one that is soon forgotten.',
}

/** Sizes on cards for products that are small in their photographs, in percent. */
const ZOOMS: Record<string, number> = { shoes: 145, watches: 120, perfumes: 120, sunglasses: 110 }

/** HSN codes of categories with one kind of product. Editors set the others. */
const HSN_CODES: Record<string, string> = {
  watches: '9102',
  bags: '4202',
  jewelry: '7113',
  shoes: '6403',
  perfumes: '3303',
  sunglasses: '9004',
}

const terracotta = {
  file: 'site:about-terracotta',
  alt: 'Jhumka earrings, a shawl drawn through a brass ring, a potli bag and embroidered juttis before a dark arch',
  focus: { x: 50, y: 80 },
}

/** Wide pictures within the listings of categories. */
const WIDE_PICTURES: Record<string, ContentBody<'category'>['still']> = {
  clothing: [
    {
      picture: terracotta,
      text: 'Dressed for the hour of lamps',
      href: searchPath('wedding'),
    },
  ],
}

/** Returns the record of a category before an editor changes it. */
export const defaultCategory = (category: string): ContentBody<'category'> => ({
  name: categoryLabel(category),
  introduction:
    INTRODUCTIONS[category] ??
    `${categoryLabel(category)} by {name}, made slowly. Each piece is one of a small number, from workshops whose names stand on the card in the box. Every page names materials, measures and care, what is in stock and when it can be with you at your pincode. Delivery is free of charge, a piece that does not please may come back, and a good many can be engraved or wrapped as a present.`,
  seoTitle: '',
  description: '',
  zoom: ZOOMS[category] ?? MIN_ZOOM,
  hsn: HSN_CODES[category] ?? '',
  still: WIDE_PICTURES[category] ?? [],
})

/** Returns the initial body of a collection. */
export const emptyCollection = (name: string): ContentBody<'collection'> => ({
  name,
  introduction: '',
  seoTitle: '',
  description: '',
  products: [],
  rule: { only: 'none', category: '', colour: '' },
})

export const shopPage: ContentBody<'shop'> = {
  title: 'The collection',
  introduction: 'Each piece made slowly, and in small numbers.',
  description: '',
  categories: CATEGORIES.filter((category) => category !== 'all').map((category) => ({ category })),
  still: [
    {
      picture: {
        file: 'site:about-emerald',
        alt: 'Green pear-drop earrings, an enamel box with a dome of mother-of-pearl, round sunglasses and a green perfume bottle',
      },
      text: 'The green of a garden after rain',
      href: searchPath('emerald'),
    },
    {
      picture: {
        file: 'site:about-noir',
        alt: 'A gold watch, an enamel bangle, a pen and a bottle of perfume on dark stone',
      },
      text: 'Gold, enamel and a low light',
      href: searchPath('gifts'),
    },
    {
      picture: terracotta,
      text: 'Dressed for the hour of lamps',
      href: searchPath('wedding'),
    },
  ],
}
