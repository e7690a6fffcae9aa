import type { ContentBody } from '#src/contract/content.ts'
import { type TextSection, toTextPage } from './text-section.ts'

/** Inner diameters of Indian ring sizes in millimetres. The size is the circumference minus 40. */
export const RING_SIZES = [8, 10, 12, 14, 16, 18].map((size) => ({
  size: `IN ${size}`,
  circumference: size + 40,
  diameter: Math.round(((size + 40) / Math.PI) * 10) / 10,
}))

/** Inner diameters of Indian bangle sizes in millimetres: inches and sixteenths. */
export const BANGLE_SIZES = [4, 6, 8].map((sixteenths) => {
  const diameter = (2 + sixteenths / 16) * 25.4
  return {
    size: `2.${sixteenths}`,
    diameter: Math.round(diameter),
    circumference: Math.round(diameter * Math.PI),
  }
})

/** Wrist sizes for straps and bracelets, in millimetres. */
export const WRISTS = [
  { size: 'Strap, Standard', from: 155, to: 185 },
  { size: 'Strap, Long', from: 180, to: 210 },
  { size: 'Chandni bracelet, Small', from: 140, to: 150 },
  { size: 'Chandni bracelet, Medium', from: 150, to: 162 },
  { size: 'Chandni bracelet, Large', from: 162, to: 175 },
]

/**
 * Converts a European shoe size. A size is two thirds of a centimetre of the last, which is 12 mm
 * longer than the foot.
 */
const footLength = (size: number): number => Math.round((size * 20) / 3 - 12)

const shoeRows = (from: number, to: number, offset: number): string[][] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index).map((size) => [
    `EU ${size}`,
    `UK ${size - offset}`,
    `${footLength(size)} mm`,
  ])

const BELT_SIZES = [75, 80, 85, 90, 95, 100, 105]

/** Sections of the page on sizes. Product pages link to them by title. */
const sections: TextSection[] = [
  {
    title: 'Rings',
    paragraphs: [
      'Measure in the evening, when fingers are at their fullest. Lay a ring that fits over the circles of the sizer, or wind a strip of paper around the finger and measure its length: that is the circumference. Between two sizes, take the larger.',
    ],
    table: [
      ['Size', 'Inner circumference', 'Inner diameter'],
      ...RING_SIZES.map(({ size, circumference, diameter }) => [
        size,
        `${circumference} mm`,
        `${diameter.toFixed(1)} mm`,
      ]),
    ],
  },
  {
    title: 'Bracelets',
    paragraphs: [
      'Kadas follow the Indian bangle measure: inches and sixteenths of the inner diameter. Measure the inside of a bangle that you wear. For a bracelet, wind a strip of paper around the wrist just above the bone, without pulling: choose a length one to two centimetres longer. A bracelet of 17.5 cm suits wrists of 150 to 165 mm.',
    ],
    table: [
      ['Size', 'Inner diameter', 'Inner circumference'],
      ...BANGLE_SIZES.map(({ size, diameter, circumference }) => [
        size,
        `${diameter} mm`,
        `${circumference} mm`,
      ]),
    ],
  },
  {
    title: 'Straps',
    paragraphs: [
      'Wind a strip of paper around the wrist just above the bone and measure it. Where two sizes fit, the shorter one closes nearer to its middle hole.',
    ],
    table: [
      ['Size', 'Wrist'],
      ...WRISTS.map(({ size, from, to }) => [size, `${from} to ${to} mm`]),
    ],
  },
  {
    title: 'Shoes',
    paragraphs: [
      'Stand on a sheet of paper with your heel at a wall, mark the end of the longest toe, and measure from the wall. Measure both feet and choose by the longer. The page of each pair says how its last is cut.',
    ],
    table: [
      ['Women', 'UK and India', 'Length of the foot'],
      ...shoeRows(36, 41, 33),
      ['Men', 'UK and India', 'Length of the foot'],
      ...shoeRows(40, 45, 34),
    ],
  },
  {
    title: 'Belts',
    paragraphs: [
      'The size is the length from the buckle to the middle one of five holes, 25 mm apart. Measure a belt that you wear, from the fold at the buckle to the hole that you use, and choose the nearest.',
    ],
    table: [
      ['Size', 'To the middle hole', 'First to last hole'],
      ...BELT_SIZES.map((size) => [
        `${size} cm`,
        `${size * 10} mm`,
        `${size * 10 - 50} to ${size * 10 + 50} mm`,
      ]),
    ],
  },
]

export const sizesPage: ContentBody<'sizes'> = {
  ...toTextPage(
    {
      label: 'Sizes',
      title: 'The measure of things',
      lead: 'Tables in millimetres, and a sizer to print.',
      seoTitle: 'Sizes',
      description:
        'Rings, bracelets, straps, shoes and belts by {name}: tables in millimetres, and a sizer to print at true scale.',
    },
    sections,
  ),
  sizer: {
    title: 'A sizer to print',
    text: 'Print this page at 100 %, without “fit to page”. Then lay a bank card on the outline: if it fills it exactly, the ruler and the circles are true.',
  },
}
