import type { Product } from '#src/contract/catalog.ts'
import { paths } from './paths.ts'
import { policyTexts } from './policies.ts'

/** What proves that a piece is genuine. */
export interface Proof {
  text: string
  /** The form of its number; empty where it has none. */
  format: string
  /** The section that says how to check it. */
  href: string
}

/** Rows of the specifications that name a proof, and the sections on them. */
const ROWS = { Hallmark: 'hallmarks', Certificate: 'reports' } as const

/** The form of the number that a proof names. */
const FORMATS: [name: RegExp, format: string][] = [
  [/\bHUID\b/, 'HUID: six letters and digits.'],
  [/\bIGI\b/, 'Report number: nine digits, after LG for laboratory-grown stones.'],
]

/** The hallmark and the certificate that the specifications name; without them, the card in the box. */
export function listProofs({ technicalDetails }: Pick<Product, 'technicalDetails'>): Proof[] {
  const proofs = Object.entries(ROWS).flatMap(([name, section]): Proof[] => {
    const text = technicalDetails[name]
    if (!text) return []
    const format = FORMATS.find(([pattern]) => pattern.test(text))?.[1] ?? ''
    return [{ text: `${text}.`, format, href: `${paths.authenticity}#${section}` }]
  })
  if (proofs.length > 0) return proofs
  return [{ text: policyTexts.workshop, format: '', href: `${paths.authenticity}#workshops` }]
}
