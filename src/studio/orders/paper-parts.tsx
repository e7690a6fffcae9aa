import { Fragment, type ReactNode } from 'react'
import type { OrderPaper } from '#src/contract/orders.ts'
import { brand } from '#src/rules/brand.ts'

// What the papers of an order have in common.

export interface SheetProps {
  label: string
  isCancelled?: boolean
  /** It is an A6 page instead of an A4 one. */
  isLabel?: boolean
  children: ReactNode
}

export const Sheet = ({ label, isCancelled = false, isLabel = false, children }: SheetProps) => (
  <article
    aria-label={label}
    className={`order-paper mx-auto flex w-full flex-col border border-line bg-page text-sm print:max-w-none print:border-0 print:p-0 not-first:print:break-before-page ${isLabel ? 'order-label max-w-[105mm] gap-3 p-5' : 'max-w-[190mm] gap-6 p-5 sm:p-8'}`}
  >
    {isCancelled && (
      <p className="border-4 border-danger p-3 text-center text-4xl font-semibold tracking-widest text-danger">
        CANCELLED
      </p>
    )}
    {children}
  </article>
)

/** The name of the house, below which stands what the paper is. Its legal name is that of the seller. */
export const PaperHead = ({ title }: { title: string }) => (
  <div>
    <p className="font-display text-3xl leading-tight tracking-wide">{brand.name}</p>
    <h1 className="label text-muted">{title}</h1>
  </div>
)

type PaperParty = OrderPaper['seller']

/** A name with its address. */
export const Party = ({
  title,
  party,
  isLarge,
}: {
  title: string
  party: PaperParty
  isLarge?: boolean
}) => (
  <section aria-label={title} className="flex min-w-0 flex-col wrap-anywhere">
    <h2 className="label text-muted">{title}</h2>
    <span className={isLarge ? 'text-lg leading-snug font-semibold' : 'font-medium'}>
      {party.name}
    </span>
    {party.lines.map((line) => (
      <span key={line} className={isLarge ? 'text-lg leading-snug' : ''}>
        {line}
      </span>
    ))}
    {party.phone && <span>{party.phone}</span>}
    {party.email && <span>{party.email}</span>}
    {party.gstin && <span>GSTIN {party.gstin}</span>}
    {party.stateCode && <span>State code {party.stateCode}</span>}
  </section>
)

export const Facts = ({ facts }: { facts: (readonly [label: string, value: string])[] }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-4">
    {facts
      .filter(([, value]) => value)
      .map(([label, value]) => (
        <Fragment key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere figures">{value}</dd>
        </Fragment>
      ))}
  </dl>
)

/** A courier needs no tax number. */
export const withoutTax = (party: PaperParty): PaperParty => ({
  ...party,
  gstin: '',
  stateCode: '',
})
