import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toUrl } from '#src/api-client/call.ts'
import { PERSON_FIELDS, PERSON_LABELS } from '#src/contract/account.ts'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { ORDER_NUMBER_PATTERN } from '#src/contract/values.ts'
import { formatInstant, formatShortDay, toIndianDay } from '#src/rules/dates.ts'
import { formatRupees } from '#src/rules/money.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { request } from '../app/api.ts'
import { Badge, Page } from '../ui/controls.tsx'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PageSection } from '../ui/PageSection.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { AccountBadges } from './AccountBadges.tsx'
import { DeleteCustomerDialog } from './DeleteCustomerDialog.tsx'

type CustomerData = ResponseBody<'GET /editor/customers/:id'>

/** A customer, read once each time that the page is opened: every reading is in the audit log. */
export function CustomerPage({ params: { id } }: { params: { id: string } }) {
  const customer = useQuery({
    queryKey: ['GET /editor/customers/:id', id],
    queryFn: () => request('GET /editor/customers/:id', { param: id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Page
      title={customer.data?.name ?? 'Customer'}
      actions={customer.data && <AdminTools customer={customer.data} />}
    >
      <p>
        <TextLink to="/customers">All customers</TextLink>
      </p>
      <Loaded from={customer}>{(data) => <Content customer={data} />}</Loaded>
    </Page>
  )
}

/** Tools for a customer's request under the DPDP Act. */
function AdminTools({ customer }: { customer: CustomerData }) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <a
        href={toUrl('GET /admin/customers/:id/export', { param: customer.id })}
        download="kairavi-account.json"
        className={buttonClass('secondary')}
      >
        Export the data
      </a>
      {customer.role === 'customer' && (
        <Button variant="danger" onClick={() => setDeleting(true)}>
          Delete the account…
        </Button>
      )}
      {isDeleting && (
        <DeleteCustomerDialog customer={customer} onClose={() => setDeleting(false)} />
      )}
    </>
  )
}

function Content({ customer }: { customer: CustomerData }) {
  const { isVerified, hasVerifiedOther, expiresAt, role } = customer
  const sections = toSections(customer)
  return (
    <>
      <div className="flex max-w-3xl flex-col gap-2 text-sm">
        <p className="flex flex-wrap gap-1.5">
          <AccountBadges customer={customer} />
        </p>
        {!isVerified && (
          <p>
            {hasVerifiedOther
              ? 'The address belongs to another, verified account. '
              : 'The address is not verified. '}
            The person who opened this account may not own it: do not share these data with someone
            who writes from it.
            {expiresAt && ` The account ends on ${formatInstant(expiresAt)}.`}
          </p>
        )}
        {role !== 'customer' && (
          <p className="text-muted">
            This account belongs to the team. Take its role away under Team before you delete it.
          </p>
        )}
      </div>
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        {[sections.slice(0, 2), sections.slice(2)].map((column) => (
          <div key={column[0]?.title} className="flex flex-col gap-10">
            {column.map((section) => (
              <Section key={section.title} {...section} />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

interface SectionData {
  title: string
  empty: string
  rows: {
    product?: CustomerData['wishlist'][number]['product']
    /** The number of an order that the order desk has. */
    order?: string
    facts: string[]
    badge?: string | undefined
    text?: string
  }[]
}

const REVIEW_LABELS = { pending: 'To read', approved: 'Approved', rejected: 'Rejected' } as const

/** Profile and addresses, then what was done in the shop. */
const toSections = (customer: CustomerData): SectionData[] => [
  {
    title: 'Profile',
    empty: '',
    rows: [
      ['Email', customer.email],
      ...PERSON_FIELDS.map((field) => {
        const value = customer[field] ?? ''
        return [PERSON_LABELS[field], formatShortDay(value) || value]
      }),
      ['Since', formatInstant(customer.createdAt)],
      ['Account', customer.id],
    ].map(([label, value]) => ({ facts: [`${label}: ${value || 'not given'}`] })),
  },
  {
    title: 'Addresses',
    empty: 'No address is saved.',
    rows: customer.addresses.map(({ address, city, state, pincode, country, isDefault }) => ({
      facts: [[address, city, state, pincode, country].filter(Boolean).join(', ')],
      badge: isDefault ? 'Default' : undefined,
    })),
  },
  {
    title: 'Orders',
    empty: 'Nothing was ordered.',
    rows: customer.orders.map(({ id, date, total, state, items = [] }) => ({
      ...(ORDER_NUMBER_PATTERN.test(id) ? { order: id } : {}),
      facts: [
        ...(ORDER_NUMBER_PATTERN.test(id) ? [] : [id]),
        formatRupees(total),
        formatInstant(date),
      ],
      badge: state,
      text: items.map(({ title, quantity }) => `${quantity} × ${title}`).join(', '),
    })),
  },
  {
    title: 'Cart',
    empty: 'The cart is empty.',
    rows: customer.cart.map(({ product, quantity, variant, at }) => {
      const options = Object.entries(variant).map(([name, value]) => `${name}: ${value}`)
      return {
        product,
        facts: [`Quantity: ${quantity}`, ...options, formatShortDay(toIndianDay(at))],
      }
    }),
  },
  {
    title: 'Wishlist',
    empty: 'The wishlist is empty.',
    rows: customer.wishlist.map(({ product, at }) => ({
      product,
      facts: [formatShortDay(toIndianDay(at))],
    })),
  },
  {
    title: 'Reviews',
    empty: 'No review was written.',
    rows: customer.reviews.map(({ product, stars, title, text, state, at }) => ({
      product,
      facts: [`${stars} of 5 stars`, formatShortDay(toIndianDay(at))],
      badge: REVIEW_LABELS[state],
      text: `${title}\n${text}`,
    })),
  },
  {
    title: 'Messages',
    empty: customer.isVerified
      ? 'No message came from this address.'
      : 'Messages are shown for a verified address only.',
    rows: customer.messages.map(({ subject, orderNumber, message, at }) => ({
      facts: [subject, orderNumber && `Order ${orderNumber}`, formatInstant(at)].filter(Boolean),
      text: message,
    })),
  },
]

const Section = ({ title, empty, rows }: SectionData) => (
  <PageSection title={title} className="gap-2">
    {rows.length === 0 && <p className="text-sm text-muted">{empty}</p>}
    <LinedList>
      {rows.map(({ product, order, facts, badge, text }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are read once, and two may be alike
          key={index}
          className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-1.5 text-sm wrap-anywhere"
        >
          {product && <TextLink to={`/products/${product.id}`}>{product.title}</TextLink>}
          {order && <TextLink to={`/orders/${order}`}>{order}</TextLink>}
          {product?.isOnSale === false && <Badge>Not on sale</Badge>}
          {facts.map((fact) => (
            <span key={fact} className="figures">
              {fact}
            </span>
          ))}
          {badge && <Badge kind="note">{badge}</Badge>}
          {text && <p className="max-w-3xl basis-full whitespace-pre-wrap">{text}</p>}
        </li>
      ))}
    </LinedList>
  </PageSection>
)
