import { Link } from 'wouter'
import type { AuditPart } from '#src/contract/admin.ts'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { AUDIT_ACTIONS } from '#src/contract/values.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { useCall } from '../app/api.ts'
import { defineList, inMemory, oneOf, pageNumber, text, useListState } from '../app/list-state.ts'
import { SearchForm } from '../search/SearchForm.tsx'
import { OptionSelect } from '../ui/controls.tsx'
import { Loaded, Pager } from '../ui/Loaded.tsx'
import { PageSection } from '../ui/PageSection.tsx'

type Action = (typeof AUDIT_ACTIONS)[number]

const ACTION_LABELS: Record<Action, string> = {
  products: 'Products',
  content: 'Content',
  pictures: 'Pictures',
  launches: 'Launches',
  publish: 'Publishes',
  'roll-back': 'Rollbacks',
  orders: 'Orders',
  customers: 'Customers',
  messages: 'Messages',
  reviews: 'Reviews',
  staff: 'Team',
  'second-factor': 'Second factor',
}

/** Nothing of it is in the address: it may name people, and the page of the team has other lists. */
const AUDIT = defineList({
  search: inMemory(text()),
  action: inMemory(oneOf(['', ...AUDIT_ACTIONS], '')),
  actor: inMemory(text()),
  page: inMemory(pageNumber()),
})

interface Props {
  staff: ResponseBody<'GET /admin/staff'>['staff']
}

/** Lists the actions of the staff, newest first. */
export function AuditLog({ staff }: Props) {
  const { state, change } = useListState(AUDIT)
  const { search, action, actor, page } = state
  const isFiltered = search !== '' || action !== '' || actor !== ''
  const listed = useCall('GET /admin/audit', {
    query: {
      page: String(page),
      ...(search && { search }),
      ...(action && { action }),
      ...(actor && { actor }),
    },
  })
  return (
    <PageSection title="Audit log" className="gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="max-w-xl min-w-0 flex-1 basis-64">
          <SearchForm
            label="Search the audit log"
            placeholder="Words, a name, an order, an id…"
            search={search}
            onSearch={(text) => change({ search: text })}
          />
        </div>
        <OptionSelect
          label="Subject"
          value={action}
          options={[
            ['', 'Every subject'],
            ...AUDIT_ACTIONS.map((known) => [known, ACTION_LABELS[known]] as const),
          ]}
          onChange={({ target }) => change({ action: target.value as typeof action })}
        />
        <OptionSelect
          label="Person"
          value={actor}
          options={[['', 'Everyone'], ...staff.map(({ id, name }) => [id, name] as const)]}
          onChange={({ target }) => change({ actor: target.value })}
        />
      </div>
      <Loaded from={listed}>
        {({ entries, pageCount }) => (
          <>
            {entries.length === 0 && (
              <p className="text-sm text-muted">
                {isFiltered ? 'No entry of the log fits.' : 'There is no entry yet.'}
              </p>
            )}
            <ol aria-busy={listed.isPlaceholderData} className="flex flex-col">
              {entries.map(({ id, at, by, parts }) => (
                <li
                  key={id}
                  className="grid gap-x-6 border-b border-line py-2 text-sm sm:grid-cols-[14rem_10rem_1fr]"
                >
                  <span className="text-muted figures">{formatInstant(at)}</span>
                  <span>{by || 'A deleted account'}</span>
                  <span className="min-w-0 wrap-anywhere">
                    {parts.map((part, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text
                      <Part key={index} {...part} />
                    ))}
                  </span>
                </li>
              ))}
            </ol>
            <Pager page={page} pageCount={pageCount} onChange={(to) => change({ page: to })} />
          </>
        )}
      </Loaded>
    </PageSection>
  )
}

const Part = ({ text, to }: AuditPart) =>
  to ? (
    <Link to={to} className="link">
      {text}
    </Link>
  ) : (
    text
  )
