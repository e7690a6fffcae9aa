// What shoppers say and what the catalogue says. Ships to browsers. Words are folded stems.

/** Words that say nothing about a product. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a all an and any are arrival be been best buy can by cheap code find for from good has have i in india is it kairavi latest luxury me my new nice no not of on online or piece pic product seller show size some something such than that the there these thing this to under want what which who will with you your'.split(
    ' ',
  ),
)

/** Other words for a category, besides its own; among them names that shoppers use for the kind. */
const CATEGORY_WORDS = new Map(
  Object.entries({
    watches: 'watch wristwatch timepiece ghadi clock rolex omega patek casio tissot titan',
    bags: 'bag handbag purse birkin',
    jewelry: 'jewelry jewellery jewel ornament zewar gehna cartier tiffany tanishq',
    clothing: 'clothing clothe cloth apparel wear garment textile',
    shoes: 'shoe footwear',
    accessories: 'accessory',
    perfumes: 'perfume parfum fragrance scent cologne itr ittar edp edt toilette deodorant',
    sunglasses: 'sunglass eyewear shade goggle spectacle sunnie chashma rayban',
  }).map(([category, words]) => [category, words.split(' ')]),
)

/** The words of one category, or of all. */
export function listCategoryWords(category?: string): string[] {
  if (category === undefined) return [...CATEGORY_WORDS.values()].flat()
  return CATEGORY_WORDS.get(category) ?? category.split(' ')
}

/** Words of one meaning: each stands for the others. */
const SAME = [
  'sari saree',
  'scarf stole carre shawl wrap muffler dupatta chunni odhni',
  'pashmina cashmere',
  'wool lambswool woollen woolen',
  'blanket throw',
  'necktie bowtie tie',
  'emerald green panna',
  'ruby red garnet madder burgundy oxblood wine maroon crimson',
  'sapphire blue midnight navy neelam lapis indigo',
  'teal peacock turquoise',
  'white ivory cream offwhite',
  'black noir',
  'brown espresso cognac tan chestnut cocoa umber',
  'beige almond camel sand nude',
  'pink rose blush',
  'golden gold',
  'silver steel platinum',
  'pearl moti',
  'diamond brilliant solitaire',
  'leather calf lambskin saffiano',
  'crocodile croc alligator',
  'bangle kada kangan chudi choora cuff bracelet',
  'necklace neckless necklass pendant strand chain haar mala locket',
  'earring jhumka jhumki stud jhumke bali kaan',
  'clutch minaudiere potli pouch evening batua',
  'tote shopper laptop jhola weekender',
  'heel pump stiletto',
  'flat ballet ballerina',
  'jutti mojari mojri juti jooti khussa',
  'sandal chappal kolhapuri kolhapur slipper',
  'lace oxford brogue derby',
  'loafer moccasin',
  'wallet bifold billfold moneyclip',
  'cardholder cardcase card holder',
  'pen fountain nib montblanc',
  'cufflink link',
  'trinket box casket jewellerybox jewelrybox',
  'oudh oud agarwood',
  'attar oil ittar itr',
  'sandalwood chandan sandal',
  'jasmine mogra',
  'zari brocade banarasi',
  'enamel meenakari minakari',
  'automatic mechanical',
  'dive diver diving waterproof swim',
  'chrono chronograph stopwatch',
  'tortoise tortoiseshell',
  'aviator pilot',
  'sale discount offer reduced deal',
].map((words) => words.split(' '))

const FESTIVE = 'saree brocade jhumka kada jutti potli'
const GIFTS = 'trinket cufflink pen card stole attar'
const FOR_MEN = 'tie cufflink oxford loafer bifold belt diver octagon'
const FOR_WOMEN = 'pump ballet pendant earring saree minaudiere jewelled handle flap'

/** Words of the query and the words of the catalogue that answer them. */
const MEANS = new Map(
  [
    ['band', 'ring eternity'],
    ['ring', 'band solitaire eternity'],
    ['engagement proposal roka', 'solitaire ring band'],
    ['wedding', `${FESTIVE} solitaire band`],
    ['bridal bride dulhan', `${FESTIVE} pearl`],
    ['shaadi festive diwali sangeet mehendi haldi reception teej karwa puja', FESTIVE],
    ['eid', 'attar stole jutti shawl'],
    ['men man him gent male boy', FOR_MEN],
    ['husband father dad papa brother bhai dooj rakhi', 'pen tie bifold belt cufflink'],
    ['groom dulha', 'cufflink oxford tie loafer jutti'],
    ['women woman female girl', FOR_WOMEN],
    ['her lady girlfriend', 'pendant earring pump minaudiere jewelled flap handle perfume'],
    ['wife anniversary valentine', 'pendant earring solitaire saree jewelled'],
    ['mother mom mum sister', 'saree stole pearl shawl pendant'],
    ['gift present birthday christmas corporate', GIFTS],
    ['housewarming decor home cushion', 'throw trinket'],
    ['office work boss', 'tote oxford tie pen belt bifold'],
    ['formal suit', 'oxford tie cufflink pump belt'],
    ['party evening cocktail', 'minaudiere potli pump brocade'],
    ['travel', 'tote throw'],
    ['winter warm', 'cashmere shawl throw lambswool pashmina'],
    ['summer', 'sandal'],
    ['crossbody shoulder sling', 'flap half bucket tote'],
    ['hobo', 'half bucket'],
    ['drawstring', 'bucket potli'],
    ['dress lehenga gown ghagra anarkali', 'saree cloth'],
    ['kanjeevaram kanchipuram patola chanderi', 'saree brocade'],
    ['kurta sherwani angarkha', 'stole saree cloth'],
    ['hijab', 'carre stole'],
    ['bandana handkerchief hanky', 'carre'],
    ['sport', 'diver octagon'],
    ['stationery', 'pen'],
    ['floral flower', 'rose tuberose jasmine'],
    ['woody', 'sandalwood oudh vetiver cedar'],
    ['musky', 'musk'],
    ['gemstone gem stone', 'stone green blue'],
    ['kundan polki navratna temple', 'meenakari jhumka kada'],
    ['sneaker trainer boot', 'shoe'],
    ['wedge choo louboutin', 'pump'],
    ['backpack satchel', 'bag'],
    ['luggage briefcase', 'tote bag'],
    ['brooch tiara nath tikka', 'jewel earring'],
    ['anklet payal', 'jewel bracelet'],
    ['choker mangalsutra', 'necklace pendant strand'],
    ['smartwatch chronometer', 'watch'],
    ['glass sun', 'sunglass'],
    ['shirt', 'tie cloth'],
    ['jacket sweater coat', 'cashmere shawl cloth'],
    ['hat keychain', 'accessory'],
    ['handmade', 'hand handloom handwoven'],
    ['motherpearl mop nacre', 'mother'],
    ['purple violet plum', 'burgundy oxblood'],
    ['orange', 'rust cognac tan amber'],
    ['grey gray', 'steel silver smoke'],
  ].flatMap(([words = '', answers = '']) =>
    words.split(' ').map((word) => [word, answers.split(' ')] as const),
  ),
)

const SYNONYMS = new Map<string, Set<string>>()
for (const [word, others] of [
  ...SAME.flatMap((group) => group.map((word) => [word, group] as const)),
  ...MEANS,
]) {
  const known = SYNONYMS.get(word) ?? new Set()
  SYNONYMS.set(word, known)
  for (const other of others) if (other !== word) known.add(other)
}

/** All words that have other words. */
export const listSynonyms = (): Iterable<string> => SYNONYMS.keys()

const NONE: ReadonlySet<string> = new Set()

/** The words that a word also stands for. */
export const expandWord = (word: string): ReadonlySet<string> => SYNONYMS.get(word) ?? NONE
