/** Slides of the hero carousel (spec §2). `palette` names the pictures and the colour token. */
export const slides = [
  {
    palette: 'noir',
    label: 'Watches and perfume',
    title: 'Luxury, made in moonlight',
    text: 'Watches, jewellery, perfume and silk from an Indian house of light.',
    alt: 'A gold watch with a silver dial, an enamel bangle, a pen and a bottle of perfume on dark stone',
  },
  {
    palette: 'emerald',
    label: 'Jewelry',
    title: 'The green of a garden after rain',
    text: 'Pear drops, a box with a dome of pearl and a scent that keeps to the skin.',
    alt: 'Green pear-drop earrings, an enamel box with a mother-of-pearl dome on marble, a line bracelet, round sunglasses and a green perfume bottle',
  },
  {
    palette: 'ivory',
    label: 'Bags and shoes',
    title: 'Quiet at first, exact for good',
    text: 'Top handles stitched by hand, heels that stand straight, one ring that says enough.',
    alt: 'A green top-handle bag, a red pump with a crystal brooch, a solitaire ring and a pink perfume before a grey arch',
  },
  {
    palette: 'terracotta',
    label: 'The festive house',
    title: 'Dressed for the hour of lamps',
    text: 'Jhumkas, potlis and juttis for evenings that nobody wants to end.',
    alt: 'Jhumka earrings, a shawl drawn through a brass ring, a potli bag and embroidered juttis before a dark arch',
  },
] as const

export type Slide = (typeof slides)[number]
