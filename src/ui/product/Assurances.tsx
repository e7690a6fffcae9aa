import type { ReactNode } from 'react'
import type { Product } from '#src/contract/catalog.ts'
import { type AdviceSettings, listAdviceLinks } from '#src/rules/advice.ts'
import { ADVICE_FROM } from '#src/rules/constants.ts'
import { paths } from '#src/rules/paths.ts'
import { policyNotes, policyTexts } from '#src/rules/policies.ts'
import { listProofs } from '#src/rules/proof.ts'
import { StaticIcon, type StaticIconName } from '../StaticIcon.tsx'

const Row = ({ icon, children }: { icon: StaticIconName; children: ReactNode }) => (
  <li>
    <StaticIcon name={icon} className="size-5 text-accent" />
    <div>{children}</div>
  </li>
)

interface Props {
  product: Pick<Product, 'title' | 'price' | 'technicalDetails'>
  advice: AdviceSettings
}

/** Proof of a piece and a person to ask, from `ADVICE_FROM` on; returns of every piece. */
export function Assurances({ product, advice }: Props) {
  const isDear = product.price >= ADVICE_FROM
  const links = isDear ? listAdviceLinks(advice, product.title) : []
  return (
    <ul className="assurances">
      {isDear &&
        listProofs(product).map(({ text, format, href }) => (
          <Row key={href} icon="shield">
            {text} <small>{format}</small> <a href={href}>How to check it</a>
          </Row>
        ))}
      {links.length > 0 && (
        <Row icon="phone">
          Ask someone who knows this piece:{' '}
          {links.map(({ label, href }) => (
            <a key={href} href={href} className="figures">
              {label}
            </a>
          ))}
        </Row>
      )}
      <Row icon="refresh">
        <details>
          <summary>{policyNotes.returns}</summary>
          <p>
            {policyTexts.returnWindow} {policyTexts.returnChoice}{' '}
            <a href={`${paths.shippingReturns}#returns`}>All about returns</a>
          </p>
        </details>
      </Row>
    </ul>
  )
}
