import { type TextSection, toTextPage } from './text-section.ts'

/** Advice by material. Product pages show the same advice. */
const sections: TextSection[] = [
  {
    title: 'Gold, platinum and diamonds',
    list: [
      'Put jewellery on last, after scent and cream, and take it off first.',
      'Wash it in lukewarm water with a little mild soap, with a soft brush from beneath, and dry it with a cloth without lint.',
      'Keep each piece in its own case: diamonds scratch gold, and gold scratches gold.',
      'Have claws and clasps examined once a year. We do it without charge.',
    ],
  },
  {
    title: 'Gold-plated silver',
    list: [
      'Plating wears where it rubs. Wipe it with a dry cloth after wearing and keep it from perfume, chlorine and sea water.',
      'Never use silver dip or polishing paste: both take the gold with the tarnish.',
      'Store it in its pouch, closed. Plating can be renewed in our workshop.',
    ],
  },
  {
    title: 'Pearls and enamel',
    list: [
      'Pearls are soft and dislike acid. Wipe them with a slightly damp cloth after wearing and lay them flat, since silk stretches when it hangs.',
      'Have strands knotted again every two or three years if you wear them often.',
      'Enamel is glass: no hard knocks, no ultrasonic cleaner, no sudden heat.',
    ],
  },
  {
    title: 'Watches',
    list: [
      'Check that the crown is pressed or screwed home before water comes near. 30 m means splashes, 100 m swimming, 300 m diving.',
      'Rinse a steel bracelet in fresh water after the sea; keep leather straps dry and let them rest a day.',
      'A mechanical movement wants oil every four to five years, a gasket whenever the case is opened.',
    ],
  },
  {
    title: 'Leather bags and small leather',
    list: [
      'Dust with a soft dry cloth. Blot water at once and let the piece dry away from heat, filled with paper in a cloth.',
      'A thin coat of colourless cream twice a year is enough for calf; lambskin and patent want less, saffiano none.',
      'Keep pale leather from new denim, and all leather from wipes with alcohol.',
      'Store bags upright, filled, in their cotton cover.',
    ],
  },
  {
    title: 'Shoes',
    list: [
      'Wear a pair on alternate days, with cedar trees inside between.',
      'Brush, cream, wait, brush again. Polish only the toe and the heel.',
      'Welted and stitched soles can be replaced: send the pair before the welt itself is worn.',
      'Brocade and embroidery are dusted with a soft brush and never wetted.',
    ],
  },
  {
    title: 'Silk, cashmere and wool',
    list: [
      'Zari and brocade: dry clean only, by someone who knows zari. Store in muslin, never in plastic, and change the folds every three months.',
      'Cashmere and lambswool: wash cool by hand with wool soap, press in a towel, dry flat. A comb takes off the pilling of the first weeks.',
      'Twill and jacquard: iron from the reverse, warm, and stop before a rolled edge.',
    ],
  },
  {
    title: 'Perfume',
    list: [
      'Keep the flacon upright, below 25 °C, away from sun and from the steam of a bathroom.',
      'The number and the date of the batch stand under the base and on the box. The page of each perfume says how long it keeps once opened.',
      'Test on a small area of skin first. The page of each perfume lists the allergens that the law names.',
    ],
  },
  {
    title: 'Sunglasses',
    list: [
      'Rinse the lenses in cool water before you wipe them: it is dust that scratches.',
      'Never leave them on a dashboard. Acetate softens at about 60 °C.',
      'Loose screws and uneven temples take an optician two minutes.',
    ],
  },
]

export const carePage = toTextPage(
  {
    label: 'Care',
    title: 'Made to be kept',
    lead: 'What each material likes, and what it does not.',
    seoTitle: 'Care',
    description:
      'How to look after gold, pearls, leather, silk and perfume: advice by material from {name}.',
  },
  sections,
)
