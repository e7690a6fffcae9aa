import type { ReactNode } from 'react'
import type { Product } from '#src/contract/catalog.ts'
import type { ProductTexts } from '#src/contract/content.ts'
import { productMessages } from '#src/rules/messages/products.ts'
import { listSpecifications } from '#src/rules/product/attributes.ts'

const DASH = '–'

function DetailsSection({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="product-section">
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

const splitParagraphs = (content: string): string[] =>
  content
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)

function Description({ description }: Pick<Product, 'description'>) {
  if (description.length === 0) return <p className="text-muted">{productMessages.detailsComing}</p>
  return (
    <div className="grid gap-x-12 gap-y-10 xl:grid-cols-2">
      {description.map(({ title, content }) => {
        const paragraphs = splitParagraphs(content)
        return (
          <section key={title} className="flex flex-col gap-3">
            <h3 className="text-title">{title}</h3>
            {paragraphs.length === 0 && (
              <p className="text-muted">{productMessages.detailsComing}</p>
            )}
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="text-muted">
                {paragraph}
              </p>
            ))}
          </section>
        )
      })}
    </div>
  )
}

function Rows({ rows }: { rows: [string, string][] }) {
  return (
    <dl className="spec-rows">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted">{name || DASH}</dt>
          <dd className="figures">{value || DASH}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Product details, technical specifications and warranty (spec §2). */
export function Details({
  product,
  headings,
}: {
  product: Product
  headings: ProductTexts['headings']
}) {
  const { description, technicalDetails, warranty } = product
  // Details that editors have written keep their place and value.
  const rows = Object.entries({
    ...technicalDetails,
    ...listSpecifications(product),
    ...technicalDetails,
  })
  return (
    <div className="container">
      <DetailsSection id="details-title" title={headings.details}>
        <Description description={description} />
      </DetailsSection>
      <DetailsSection id="specifications-title" title={headings.specifications}>
        {rows.length > 0 ? <Rows rows={rows} /> : <p className="text-muted">{DASH}</p>}
      </DetailsSection>
      {warranty && (
        <DetailsSection id="warranty-title" title={headings.warranty}>
          <Rows
            rows={[
              ['Duration', warranty.duration],
              ['Type', warranty.type],
            ]}
          />
        </DetailsSection>
      )}
    </div>
  )
}
