import { policyTexts } from '#src/channels/policies.ts'
import type { ContentBody } from '#src/contract/content.ts'
import { brand, brandDescription } from '#src/rules/brand.ts'
import { paths, searchPath } from '#src/rules/paths.ts'

export const homePage: ContentBody<'home'> = {
  slides: [
    {
      palette: 'noir',
      label: 'Watches and perfume',
      title: 'Luxury, made in moonlight',
      text: 'Watches, jewellery, perfume and silk from an Indian house of light.',
      picture: {
        file: 'site:hero-noir',
        alt: 'A gold watch with a silver dial, an enamel bangle, a pen and a bottle of perfume on dark stone',
      },
    },
    {
      palette: 'emerald',
      label: 'Jewellery',
      title: 'The green of a garden after rain',
      text: 'Pear drops, a box with a dome of pearl and a scent that keeps to the skin.',
      picture: {
        file: 'site:hero-emerald',
        alt: 'Green pear-drop earrings, an enamel box with a mother-of-pearl dome on marble, a line bracelet, round sunglasses and a green perfume bottle',
      },
    },
    {
      palette: 'ivory',
      label: 'Bags and shoes',
      title: 'Quiet at first, exact for good',
      text: 'Top handles stitched by hand, and heels that stand straight.',
      picture: {
        file: 'site:hero-ivory',
        alt: 'A green top-handle bag, a red pump with a crystal brooch, a solitaire ring and a pink perfume before a grey arch',
      },
    },
    {
      palette: 'terracotta',
      label: 'The festive house',
      title: 'Dressed for the hour of lamps',
      text: 'Potlis, juttis and a shawl for evenings that nobody wants to end.',
      picture: {
        file: 'site:hero-terracotta',
        alt: 'Jhumka earrings, a shawl drawn through a brass ring, a potli bag and embroidered juttis before a dark arch',
      },
    },
  ],
  sections: [
    { section: 'featured' },
    { section: 'categories' },
    { section: 'arrivals' },
    { section: 'story' },
    { section: 'gifts' },
    { section: 'craft' },
    { section: 'reasons' },
  ],
  featured: {
    label: 'Chosen by the house',
    title: 'Featured Products',
    products: [
      'chandni-jewelled-bracelet-watch',
      'neelam-oval-halo-pendant',
      'rani-quilted-flap-bag',
      'shahi-filigree-attar',
    ],
  },
  arrivals: { label: 'This season', title: 'New Arrivals' },
  categories: {
    title: 'The rooms of the house',
    products: [
      'panna-pear-drop-earrings',
      'rohini-chronograph-watch',
      'gulab-faceted-rose-extrait',
    ],
  },
  gifts: {
    title: 'A present, by what it costs and what it is for',
    products: ['noor-amber-eau-de-parfum', 'kalam-lacquer-fountain-pen', 'meenakari-enamel-kada'],
    links: [
      { label: 'Under ₹15,000', href: searchPath('gifts under 15000') },
      { label: '₹15,000 to ₹40,000', href: searchPath('gifts between 15000 and 40000') },
      { label: 'Under ₹1,00,000', href: searchPath('gifts under 1 lakh') },
      { label: 'For a wedding', href: searchPath('wedding') },
      { label: 'For an anniversary', href: searchPath('anniversary') },
      { label: 'For Diwali', href: searchPath('diwali') },
      { label: 'For him', href: searchPath('for him') },
      { label: 'For her', href: searchPath('for her') },
    ],
  },
  story: {
    label: 'The pearls',
    title: 'A hem that rings when you turn your head',
    text: 'They hang below a jhumka, run along a potli’s handle and lie in two strands at the neck, matched by eye in daylight and knotted one by one on silk.',
    picture: {
      file: 'site:about-filigree',
      alt: 'A gold-plated jhumka with red and green beads and a hem of pearls',
    },
    button: 'See the pearls',
    href: searchPath('pearl'),
  },
  craft: {
    label: 'The hand behind it',
    title: 'Eleven stitches to the inch, and no twelfth',
    text: 'A bag of ours passes through one pair of hands from the first cut to the last knot. The thread is waxed, the holes are pricked one by one, and whoever made it signs the card inside.',
    picture: {
      file: 'site:about-stitch',
      alt: 'Saddle stitching along the edge of a green top-handle bag, with its turned gold lock',
    },
    button: 'Read about the house',
    href: paths.about,
  },
  reasons: {
    title: 'Why Choose Us',
    items: [
      {
        icon: 'spark',
        title: 'Premium quality',
        text: 'Every piece is checked by two people before it leaves Jaipur, and once more by the box.',
      },
      {
        icon: 'globe',
        title: 'Free worldwide shipping',
        text: `Insured until it is in your hands, with no minimum. ${policyTexts.deliveryCountries}`,
      },
      {
        icon: 'lock',
        title: 'Secure payments',
        text: 'Everything travels encrypted, and the number of your card never reaches us.',
      },
      {
        icon: 'phone',
        title: '24/7 support',
        text: 'Write at any hour. A person of the house replies within one working day.',
      },
    ],
  },
  seoTitle: `{name}. ${brand.tagline}`,
  description: brandDescription,
}
