import { Fragment, type FunctionComponent, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { DocumentBody, OrderPaper } from '#src/contract/orders.ts'
import { formatInteger, formatRupees } from '#src/rules/money.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { useCall } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'
import { useDocumentTitle } from '../ui/controls.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { DocumentSheet } from './DocumentSheet.tsx'
import { Label } from './Label.tsx'
import { paymentBadges } from './order-labels.ts'
import { toPath, useOrderNumbers } from './order-numbers.ts'
import { PackingSlip } from './PackingSlip.tsx'
import { Sheet } from './paper-parts.tsx'

interface PageProps {
  params: { number: string }
}

/** What goes into the parcel, for the person who packs it and for the one who opens it. */
export const PackingSlipPage = ({ params: { number } }: PageProps) => (
  <PaperPage
    numbers={[number]}
    title="Packing slip"
    next={
      <Link to={`/orders/${number}/label`} className={buttonClass('secondary')}>
        Label
      </Link>
    }
  >
    {toSheets(SlipSheet)}
  </PaperPage>
)

/** What is stuck on the parcel, for the courier: with the cash to collect, which the slip inside does not name. */
export const LabelPage = ({ params: { number } }: PageProps) => (
  <PaperPage
    numbers={[number]}
    title="Label"
    next={
      <Link to={`/orders/${number}/slip`} className={buttonClass('secondary')}>
        Packing slip
      </Link>
    }
  >
    {toSheets(LabelSheet)}
  </PaperPage>
)

/** The labels of selected orders in one print. */
export function LabelsPage() {
  const numbers = useOrderNumbers()
  return (
    <PaperPage
      numbers={numbers}
      title="Labels"
      next={
        <>
          <Link to={toPath('slips', numbers)} className={buttonClass('secondary')}>
            Packing slips
          </Link>
          <DispatchLink numbers={numbers} />
        </>
      }
    >
      {toSheets(LabelSheet)}
    </PaperPage>
  )
}

const DispatchLink = ({ numbers }: { numbers: readonly string[] }) => (
  <Link to={toPath('dispatch', numbers)} className={buttonClass('secondary')}>
    Dispatch {formatInteger(numbers.length)}…
  </Link>
)

/** The slips of selected orders in one print, and the way on to their dispatch. */
export function PackingSlipsPage() {
  const numbers = useOrderNumbers()
  return (
    <PaperPage
      numbers={numbers}
      title="Packing slips"
      next={
        <>
          <Link to={toPath('labels', numbers)} className={buttonClass('secondary')}>
            Labels
          </Link>
          <DispatchLink numbers={numbers} />
        </>
      }
    >
      {toSheets(SlipSheet)}
    </PaperPage>
  )
}

/** A sheet for each parcel that is to be sent or under way, or for all if there is none. */
const toSheets =
  (ParcelSheet: FunctionComponent<{ paper: OrderPaper }>) =>
  ({ parcels }: Papers) => {
    const waiting = parcels.filter(
      ({ shipment }) => !shipment?.deliveredAt && !shipment?.returnedAt,
    )
    return (waiting.length > 0 ? waiting : parcels).map((paper) => (
      <ParcelSheet key={`${paper.number} ${paper.shipment?.id}`} paper={paper} />
    ))
  }

const SlipSheet = ({ paper }: { paper: OrderPaper }) => (
  <Sheet label={`Packing slip ${paper.number}`} isCancelled={paper.state === 'cancelled'}>
    <PackingSlip paper={paper} />
  </Sheet>
)

const LabelSheet = ({ paper }: { paper: OrderPaper }) => (
  <Sheet label={`Label ${paper.number}`} isCancelled={paper.state === 'cancelled'} isLabel>
    <Label paper={paper} />
  </Sheet>
)

/** What was bought and paid: an order summary, or the tax invoice with its credit notes, each on a sheet of its own. */
export const OrderSummaryPage = ({ params: { number } }: PageProps) => (
  <PaperPage numbers={[number]} title="Order summary">
    {({ paper, parcels, creditNotes }) => (
      <Fragment key={number}>
        {toInvoices(paper, parcels).map((document) => (
          <Sheet key={document.invoiceNumber} label={document.title}>
            <DocumentSheet document={document} />
            {document.title === 'Order summary' && <PaymentLine paper={document} />}
          </Sheet>
        ))}
        {creditNotes.map((document) => (
          <Sheet key={document.creditNoteNumber} label={document.creditNoteNumber}>
            <DocumentSheet document={document} />
          </Sheet>
        ))}
      </Fragment>
    )}
  </PaperPage>
)

/** The invoice of each parcel, or the summary of the order if it has none. */
function toInvoices(paper: OrderPaper, parcels: OrderPaper[]): OrderPaper[] {
  const invoices = parcels.filter(({ title }) => title === 'Tax invoice')
  return invoices.length > 0 ? invoices : [paper]
}

interface Papers {
  paper: OrderPaper
  /** The paper of each parcel, the last one of what is still to be sent. */
  parcels: OrderPaper[]
  creditNotes: DocumentBody[]
}

interface PaperPageProps {
  numbers: readonly string[]
  title: string
  /** What is done once the papers are printed. */
  next?: ReactNode
  children: (papers: Papers) => ReactNode
}

function PaperPage({ numbers, title, next, children }: PaperPageProps) {
  const body = { numbers: [...numbers] }
  const loaded = useCall('POST /editor/orders/papers', { body })
  const [only] = numbers.length === 1 ? numbers : []
  const [isPrinting, setPrinting] = useState(false)
  /** An order may have been cancelled since the papers were opened. */
  async function printFresh(): Promise<void> {
    setPrinting(true)
    const { error } = await loaded.refetch()
    setPrinting(false)
    if (error) return toast.error(`Not printed. ${error.message}`)
    // With the papers on the page.
    requestAnimationFrame(() => setTimeout(print))
  }
  // A browser names the file of a print by it.
  useDocumentTitle(`${title} ${only ?? numbers.length}`)
  return (
    <div className="flex flex-col gap-5">
      <p className="flex flex-wrap items-center gap-4 print:hidden">
        <TextLink to={only ? `/orders/${only}` : '/orders'}>
          {only ? `Order ${only}` : 'All orders'}
        </TextLink>
        <span className="ms-auto flex flex-wrap gap-2">
          <Button busy={isPrinting} onClick={() => void printFresh()}>
            Print
          </Button>
          {next}
        </span>
      </p>
      <Loaded from={loaded}>{({ papers }) => papers.map(children)}</Loaded>
    </div>
  )
}

const PaymentLine = ({ paper }: { paper: OrderPaper }) => (
  <p>
    {METHOD_RULES[paper.method].desk}, {paymentBadges[paper.paymentState][1].toLowerCase()}.
    {paper.toCollect > 0 && ` ${formatRupees(paper.toCollect)} is paid to the courier.`}
  </p>
)
