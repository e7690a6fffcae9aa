/** Slides of the hero carousel (spec §2). `palette` names the pictures and the colour token. */
export const slides = [
  {
    palette: 'noir',
    label: 'Watches and perfume',
    title: 'Luxury, made in moonlight',
    text: 'Watches, jewelry, perfume and silk from an Indian house of light.',
    alt: 'A gold watch with a silver dial, an enamel bangle, a pen and a bottle of perfume on dark stone',
  },
  {
    palette: 'emerald',
    label: 'Jewelry',
    title: 'The green of a garden after rain',
    text: 'Pear drops, a lotus in enamel and a scent that keeps to the skin.',
    alt: 'Emerald drop earrings, a lotus-shaped evening bag on marble, round sunglasses and a green perfume bottle',
  },
  {
    palette: 'ivory',
    label: 'Bags and shoes',
    title: 'Quiet at first, exact for good',
    text: 'Top handles stitched by hand, heels that stand straight, one ring that says enough.',
    alt: 'A green top-handle bag, a red court shoe, a solitaire ring and a rose perfume before an ivory arch',
  },
  {
    palette: 'terracotta',
    label: 'The festive house',
    title: 'Dressed for the hour of lamps',
    text: 'Jhumkas, potlis and juttis for evenings that nobody wants to end.',
    alt: 'Jhumka earrings, a silk scarf on a gold stand, a potli bag and embroidered juttis before a terracotta arch',
  },
] as const

export type Slide = (typeof slides)[number]
