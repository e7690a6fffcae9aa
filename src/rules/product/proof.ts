import type { Product } from '#src/contract/catalog.ts'
import type { ProductTexts } from '#src/contract/content.ts'
import { paths } from '../paths.ts'

/** Proof that a piece is genuine. */
export interface Proof {
  text: string
  /** The form of its number; empty where it has none. */
  format: string
  /** The section that says how to check it. */
  href: string
}

/** Rows of the specifications that name a proof, and the sections on them. */
const ROWS = { Hallmark: 'hallmarks', Certificate: 'reports' } as const

/** Which text says the form of the number that a proof names. */
const FORMATS = [
  [/\bHUID\b/, 'huid'],
  [/\bIGI\b/, 'report'],
] as const

/** The hallmark and the certificate that the specifications name; without them, the card in the box. */
export function listProofs(
  { technicalDetails }: Pick<Product, 'technicalDetails'>,
  texts: ProductTexts['proof'],
): Proof[] {
  const proofs = Object.entries(ROWS).flatMap(([name, section]): Proof[] => {
    const text = technicalDetails[name]
    if (!text) return []
    const [, form] = FORMATS.find(([pattern]) => pattern.test(text)) ?? []
    return [
      {
        text: `${text}.`,
        format: form ? texts[form] : '',
        href: `${paths.authenticity}#${section}`,
      },
    ]
  })
  if (proofs.length > 0) return proofs
  return [{ text: texts.card, format: '', href: `${paths.authenticity}#workshops` }]
}
