/** First words of a piece's title; the rest of the title says what it is. */
const NAMES =
  `Aabha Aakash Abhra Aditi Agni Ahalya Ajanta Akshara Alaka Alankar Amara Ambar Amrit Anjali Ankita
  Anupam Apsara Aranya Arohi Arunika Ashoka Atharva Avanti Bageshri Bahar Bhanu Bhairavi Bindu Brinda
  Chaitra Champa Charu Chhaya Chitra Damini Darpan Deepa Devika Dhara Dhruva Diya Durga Eshana Falgun
  Gaura Gayatri Gita Godavari Hamsa Hansa Harini Hema Hindol Ila Indira Indra Ira Isha Jahnavi Jaya
  Jivan Jyoti Kadamba Kajri Kalinga Kamal Kamini Kanaka Karuna Kaveri Kedar Keshava Ketaki Kiran
  Komal Krishna Kumud Kusum Lalita Latika Lavanya Leela Madhavi Madhur Malati Malhar Manas Mandar
  Mani Manjari Marwa Maya Megha Menaka Mira Mohana Mrinal Mukta Nalini Nandini Narmada Nila Nirmal
  Nisha Padma Pallavi Parijat Pavan Pooja Prabha Pramila Purna Pushpa Radha Ragini Rajani Ranjan
  Rasika Reva Riddhi Roshni Rupa Sabari Samira Sandali Saras Sarita Satya Savita Shakti Shanti Sharad
  Shefali Shikha Shila Shobha Shyam Sindhu Smita Sneha Soham Sona Sudha Suman Surya Swara Swati
  Tanvi Tapti Tarini Tejas Todi Triveni Tulsi Uma Urmila Usha Vaidehi Valli Varuna Vasant Veena
  Vibha Vidya Vimala Vishakha Yamini Yashoda Zarina`.split(/\s+/)

/** Colourways and editions that follow a title when every name has been used. */
const EDITIONS = [
  '',
  ' in Ivory',
  ' in Rose',
  ' in Midnight',
  ' in Saffron',
  ' in Jade',
  ' in Pearl',
]

/** The name and edition of the nth piece of its kind; no two are the same. */
export function generateName(nth: number): { name: string; edition: string } {
  const name = NAMES[nth % NAMES.length] ?? ''
  const round = Math.floor(nth / NAMES.length)
  const edition = EDITIONS[round % EDITIONS.length] ?? ''
  const number = Math.floor(round / EDITIONS.length) + 1
  return { name, edition: number === 1 ? edition : `${edition}, No. ${number}` }
}
