import type { ReactNode } from 'react'
import type { Product } from '#src/contract/catalog.ts'
import type { ProductTexts } from '#src/contract/content.ts'
import { ADVICE_FROM } from '#src/rules/constants.ts'
import { paths } from '#src/rules/paths.ts'
import { type AdviceSettings, listAdviceLinks } from '#src/rules/product/advice.ts'
import { listProofs } from '#src/rules/product/proof.ts'
import { phoneIcon, refreshIcon, shieldIcon } from '../content-icons.ts'
import { Icon } from '../Icon.tsx'

const Row = ({ icon, children }: { icon: string; children: ReactNode }) => (
  <li>
    <Icon path={icon} className="size-5 text-accent" />
    <div>{children}</div>
  </li>
)

interface Props {
  product: Pick<Product, 'title' | 'price' | 'technicalDetails'>
  texts: ProductTexts
  advice: AdviceSettings
}

/** Proof of a piece and a person to ask, from `ADVICE_FROM` on; returns of every piece. */
export function Assurances({ product, texts, advice }: Props) {
  const isHighValue = product.price >= ADVICE_FROM
  const links = isHighValue ? listAdviceLinks(advice, product.title) : []
  return (
    <ul className="assurances">
      {isHighValue &&
        listProofs(product, texts.proof).map(({ text, format, href }) => (
          <Row key={href} icon={shieldIcon}>
            {text} <small>{format}</small> <a href={href}>{texts.proof.link}</a>
          </Row>
        ))}
      {links.length > 0 && (
        <Row icon={phoneIcon}>
          {texts.advice}{' '}
          {links.map(({ label, href }) => (
            <a key={href} href={href} className="figures">
              {label}
            </a>
          ))}
        </Row>
      )}
      <Row icon={refreshIcon}>
        <details>
          <summary>{texts.returns.title}</summary>
          <p>
            {texts.returns.text}{' '}
            <a href={`${paths.shippingReturns}#returns`}>{texts.returns.link}</a>
          </p>
        </details>
      </Row>
    </ul>
  )
}
