import { policyTexts } from '#src/channels/policies.ts'
import { type TextSection, toTextPage } from './text-section.ts'

/** Sections of the page on proofs, to which src/rules/product/proof.ts links. */
const sections: TextSection[] = [
  {
    title: 'Hallmarks',
    paragraphs: [
      'Gold is hallmarked by a centre that the Bureau of Indian Standards (BIS) has recognised. Look inside the ring, beside the clasp or on the post: the mark of BIS, the fineness and the HUID stand there in a row. A loupe helps.',
    ],
    list: [
      'The fineness is parts of gold in a thousand: 750 is 18 kt, 585 is 14 kt. Silver is marked 925, platinum Pt 950.',
      'The HUID (Hallmark Unique Identification) is six letters and digits. No two pieces share one.',
      'Open the BIS Care app, choose “Verify HUID” and enter the six characters. It names the article, its fineness, the jeweller and the centre, and they should be those of your piece.',
    ],
  },
  {
    title: 'Reports',
    paragraphs: [
      'A stone with a report comes with the report itself, on paper. The International Gemological Institute (IGI) has examined the stone and not the seller.',
    ],
    list: [
      'The number of an IGI report is nine digits; LG stands before them where the stone was grown in a laboratory.',
      'Enter the number at igi.org under “Verify Your Report” and compare carat, cut, colour and clarity with the paper and with our page.',
      'Where our page says that the number is inscribed, it stands on the girdle, the edge of the stone, and can be read at tenfold magnification.',
    ],
  },
  {
    title: 'Workshops',
    paragraphs: [
      `${policyTexts.workshop} ${policyTexts.genuine} The movement of a watch is named on its page, with its maker.`,
    ],
  },
  {
    title: 'If something does not agree',
    paragraphs: [
      `Do not wear the piece, and write to {email} or call {phone}, {hours}. ${policyTexts.damaged}`,
    ],
  },
]

export const authenticityPage = toTextPage(
  {
    label: 'Authenticity',
    title: 'Proof that you can check',
    lead: 'What the marks and the papers say, and where to look them up.',
    seoTitle: 'Authenticity',
    description: 'How to check the hallmark, the HUID and the report of a piece from {name}.',
  },
  sections,
)
