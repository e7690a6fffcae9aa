import type { ReactNode } from 'react'
import type { OrderPaper } from '#src/contract/orders.ts'
import { brand } from '#src/rules/brand.ts'
import { formatRupees } from '#src/rules/money.ts'
import { toCode128 } from './code-128.ts'
import { Facts, Party, withoutTax } from './paper-parts.tsx'

export function Label({ paper }: { paper: OrderPaper }) {
  const { number, seller, recipient, toCollect, shipment, state } = paper
  return (
    <>
      <header className="flex items-baseline justify-between gap-3 border-b-2 border-ink pb-2">
        <p className="font-display text-2xl leading-tight tracking-wide">{brand.name}</p>
        <h1 className="label text-muted">Label</h1>
      </header>
      <Party title="Ship to" party={withoutTax(recipient)} isLarge />
      {toCollect > 0 && state !== 'cancelled' && (
        <p className="border-2 border-ink p-2 text-lg font-semibold">
          Collect <span className="amount">{formatRupees(toCollect)}</span> in cash
        </p>
      )}
      <Barcode text={number} />
      {shipment && (
        <Facts
          facts={[
            ['Carrier', shipment.carrier],
            ['Tracking number', shipment.trackingNumber],
          ]}
        />
      )}
      <div className="text-[0.8125rem]">
        <Party title="From, and back to" party={withoutTax(seller)} />
      </div>
    </>
  )
}

/** The quiet zone at each side of a Code 128, in modules. */
const QUIET = 10

/** A number as Code 128, black on white in both modes, with the number below it. */
function Barcode({ text }: { text: string }) {
  const widths = toCode128(text)
  const bars: ReactNode[] = []
  let x = QUIET
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) bars.push(<rect key={x} x={x} width={width} height={50} />)
    x += width
  }
  return (
    <div className="bg-white text-black">
      <svg
        role="img"
        aria-label={`Barcode of ${text}`}
        viewBox={`0 0 ${x + QUIET} 50`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        fill="currentColor"
        className="h-[18mm] w-full"
      >
        {bars}
      </svg>
      <p className="text-center text-base font-semibold tracking-widest figures">{text}</p>
    </div>
  )
}
