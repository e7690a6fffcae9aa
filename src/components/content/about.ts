/** Figures of the about page (spec §2, /about). */
export const stats = [
  { value: '4.9/5', label: 'Average rating' },
  { value: '12K+', label: 'Customers' },
  { value: '15+', label: 'Awards' },
  { value: '500+', label: 'Products' },
] as const

/** Chapters of the about page, each with its picture. */
export const chapters = [
  {
    picture: 'filigree',
    alt: 'Bell of a gold-plated jhumka earring with red and green beads and a hem of pearls',
    title: 'Gold that lets the light through',
    text: 'A jhumka begins as a flat disc that is spun into a bell. Arches of wire are bent over a former and soldered on one by one, with a bead in every bay, until it weighs less than it looks and rings a little when you turn your head.',
  },
  {
    picture: 'zari',
    alt: 'Folds of a brocade stole with woven gold borders',
    title: 'Silk with a memory',
    text: 'Our borders are woven, never printed. Two people sit at one loom, and on a good day they add the width of a hand. A stole remembers every one of those days in its weight.',
  },
  {
    picture: 'dial',
    alt: 'Close view of a chronograph dial with rose gold-tone hands',
    title: 'Time, told quietly',
    text: 'A dial has to be read in half a second and looked at for years. Ours are brushed from the centre outwards, so that the light walks round with the hands.',
  },
  {
    picture: 'last',
    alt: 'Apron seam and metal bit of a burnished calf loafer',
    title: 'Leather that learns its owner',
    text: 'Calf is cut where the hide is calm, skived thin at the fold and burnished by hand at the edge. It arrives with a shine and leaves with a character.',
  },
] as const
