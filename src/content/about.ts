import type { ContentBody } from '#src/contract/content.ts'
import { paragraph } from './rich-text.ts'

export const aboutPage: ContentBody<'about'> = {
  label: 'About the house',
  title: '{name} is the moonlight on the lotus',
  seoTitle: 'About',
  description:
    '{name} is moonlight on the lotus: an Indian house of light in {city}, and the hands behind it.',
  picture: {
    file: 'site:about-emerald',
    alt: 'Green pear-drop earrings, an enamel box with a mother-of-pearl dome and a green perfume bottle',
  },
  story: {
    title: 'A house that works after dark',
    text: [
      paragraph(
        'There is a word in Sanskrit for the white lotus that opens by night, and for the light that opens it. The house took its name from it, because its first workshop stood in a courtyard in {city} where the goldsmiths sat down when the heat had gone.',
      ),
      paragraph(
        'They still do. We make watches, jewellery, perfumes, bags, clothing and shoes, each in the town that has made it longest, and we bring it together under one roof and one standard: nothing leaves the house that its maker would not keep.',
      ),
      paragraph(
        'We make little, and we make it again only when it is asked for. What you find here was meant to be used tomorrow and to be given away in thirty years.',
      ),
    ],
  },
  stats: [
    { value: '4.9/5', label: 'Average rating' },
    { value: '12K+', label: 'Customers' },
    { value: '15+', label: 'Awards' },
    { value: '500+', label: 'Products' },
  ],
  chapters: [
    {
      picture: {
        file: 'site:about-filigree',
        alt: 'Bell of a gold-plated jhumka earring with red and green beads and a hem of pearls',
      },
      title: 'Gold that lets the light through',
      text: 'A jhumka begins as a flat disc that is spun into a bell. Arches of wire are bent over a former and soldered on one by one, with a bead in every bay, until it weighs less than it looks and rings a little when you turn your head.',
    },
    {
      picture: { file: 'site:about-zari', alt: 'Folds of a brocade stole with woven gold borders' },
      title: 'Silk with a memory',
      text: 'Our borders are woven, never printed. Two people sit at one loom, and on a good day they add the width of a hand. A stole remembers every one of those days in its weight.',
    },
    {
      picture: {
        file: 'site:about-dial',
        alt: 'Close view of a chronograph dial with rose gold-tone hands',
      },
      title: 'Time, told quietly',
      text: 'A dial has to be read in half a second and looked at for years. Ours are brushed from the centre outwards, so that the light walks round with the hands.',
    },
    {
      picture: {
        file: 'site:about-last',
        alt: 'Apron seam and metal bit of a burnished calf loafer',
      },
      title: 'Leather that learns its owner',
      text: 'Calf is cut where the hide is calm, skived thin at the fold and burnished by hand at the edge. It arrives with a shine and leaves with a character.',
    },
  ],
  closing: {
    title: 'Come and see it in the light',
    text: 'The collections change with the season, the standard does not.',
    button: 'Explore Collections',
    picture: {
      file: 'site:about-stitch',
      alt: 'Edge stitching and gold-tone turn-lock of an emerald bag',
    },
  },
}
