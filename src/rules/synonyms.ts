// What shoppers say and what the catalogue says. Ships to browsers. Words are folded stems.

/** Examples in the search field. */
export const SEARCH_EXAMPLES = ['watches', 'jewelry', 'silk']

/** Words that say nothing about a product. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a all an and any are be been best buy can by cheap code find for from good has have i in india is it kairavi latest luxury me my new nice no not of on online or piece pic product show some something such than that the there these thing this to under want what which who will with you your'.split(
    ' ',
  ),
)

/** Other words for a category, besides its own. */
const CATEGORY_WORDS: Record<string, string> = {
  watches: 'watch wristwatch timepiece ghadi clock',
  bags: 'bag handbag purse',
  jewelry: 'jewelry jewellery jewel ornament zewar',
  clothing: 'clothing clothe cloth apparel wear garment textile',
  shoes: 'shoe footwear',
  accessories: 'accessory',
  perfumes: 'perfume parfum fragrance scent cologne itr ittar',
  sunglasses: 'sunglass eyewear shade goggle spectacle sunnie',
}

/** The words of one category, or of all. */
export function listCategoryWords(category?: string): string[] {
  if (category === undefined)
    return Object.values(CATEGORY_WORDS).flatMap((words) => words.split(' '))
  return (CATEGORY_WORDS[category] ?? category).split(' ')
}

/** Words of one meaning: each stands for the others. */
const SAME = [
  'sari saree',
  'scarf stole carre shawl wrap muffler dupatta',
  'pashmina cashmere',
  'wool lambswool woollen woolen',
  'blanket throw',
  'necktie tie',
  'emerald green panna',
  'ruby red garnet madder burgundy oxblood wine maroon crimson',
  'sapphire blue midnight navy neelam lapis indigo',
  'teal peacock turquoise',
  'white ivory cream',
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
  'bangle kada cuff bracelet',
  'necklace neckless necklass pendant strand chain haar mala',
  'earring jhumka jhumki stud',
  'clutch minaudiere potli pouch evening',
  'tote shopper laptop',
  'heel pump stiletto',
  'flat ballet ballerina',
  'jutti mojari mojri juti',
  'sandal chappal kolhapuri kolhapur slipper',
  'lace oxford brogue derby',
  'loafer moccasin',
  'wallet bifold billfold',
  'cardholder card holder',
  'pen fountain nib',
  'cufflink link',
  'trinket box casket',
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
  'mop nacre',
].map((words) => words.split(' '))

/** A word of the query and the words of the catalogue that answer it. */
const MEANS: Record<string, string> = {
  band: 'ring eternity',
  ring: 'band solitaire eternity',
  engagement: 'solitaire ring band',
  proposal: 'solitaire ring',
  wedding: 'saree brocade jhumka kada solitaire band jutti potli',
  bridal: 'saree brocade jhumka kada potli pearl',
  bride: 'saree brocade jhumka kada potli pearl',
  shaadi: 'saree brocade jhumka kada potli',
  festive: 'saree brocade jhumka jutti potli',
  diwali: 'saree brocade jhumka trinket jutti attar',
  men: 'tie cufflink oxford loafer bifold belt diver octagon',
  man: 'tie cufflink oxford loafer bifold belt diver octagon',
  him: 'tie cufflink oxford loafer bifold belt diver octagon',
  gent: 'tie cufflink oxford loafer bifold belt diver octagon',
  husband: 'cufflink tie bifold belt diver pen',
  father: 'pen tie bifold belt cufflink',
  dad: 'pen tie bifold belt cufflink',
  groom: 'cufflink oxford tie loafer',
  women: 'pump ballet pendant earring saree minaudiere jewelled handle flap',
  woman: 'pump ballet pendant earring saree minaudiere jewelled handle flap',
  her: 'pendant earring pump minaudiere jewelled flap perfume',
  lady: 'jewelled pendant earring pump minaudiere handle flap',
  wife: 'pendant earring solitaire saree jewelled',
  mother: 'saree stole pearl shawl pendant',
  mom: 'saree stole pearl shawl pendant',
  girlfriend: 'pendant earring perfume minaudiere',
  gift: 'trinket cufflink pen card stole attar',
  present: 'trinket cufflink pen card stole attar',
  office: 'tote oxford tie pen belt bifold',
  work: 'tote oxford tie pen belt',
  formal: 'oxford tie cufflink pump belt',
  suit: 'tie cufflink oxford belt',
  party: 'minaudiere potli pump brocade',
  evening: 'minaudiere potli pump',
  travel: 'tote throw',
  winter: 'cashmere shawl throw lambswool pashmina',
  warm: 'cashmere shawl throw lambswool pashmina',
  summer: 'sandal',
  crossbody: 'flap half bucket',
  shoulder: 'flap half tote bucket',
  hobo: 'half bucket',
  drawstring: 'bucket potli',
  dress: 'saree cloth',
  hijab: 'stole carre shawl',
  bandana: 'carre',
  sport: 'diver octagon',
  stationery: 'pen',
  decor: 'trinket box throw',
  home: 'throw trinket',
  floral: 'tuberose jasmine rose flower',
  flower: 'rose tuberose jasmine',
  woody: 'sandalwood oudh vetiver cedar',
  musky: 'musk',
  gemstone: 'stone',
  gem: 'stone',
  stone: 'green blue',
  sneaker: 'shoe',
  trainer: 'shoe',
  boot: 'shoe',
  wedge: 'pump',
  backpack: 'bag',
  satchel: 'bag',
  sling: 'bag',
  luggage: 'tote bag',
  briefcase: 'tote bag',
  brooch: 'jewel',
  anklet: 'jewel bracelet',
  choker: 'necklace pendant strand',
  mangalsutra: 'necklace pendant',
  tiara: 'jewel',
  smartwatch: 'watch',
  chronometer: 'watch',
  glass: 'sunglass',
  sun: 'sunglass',
  kurta: 'saree stole cloth',
  lehenga: 'saree cloth',
  sherwani: 'stole cloth',
  gown: 'saree cloth',
  shirt: 'tie cloth',
  jacket: 'cashmere shawl cloth',
  sweater: 'cashmere shawl',
  coat: 'cashmere shawl',
  hat: 'accessory',
  keychain: 'accessory',
  handmade: 'hand handloom handwoven',
}

/** All words that have other words. */
export const listSynonyms = (): string[] => [...SAME.flat(), ...Object.keys(MEANS)]

/** The words that a word also stands for. */
export function expandWord(word: string): string[] {
  const same = SAME.filter((group) => group.includes(word)).flat()
  return [...new Set([...same, ...(MEANS[word]?.split(' ') ?? [])])].filter((one) => one !== word)
}
