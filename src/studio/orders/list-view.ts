import { ORDER_STATES, ORDER_VIEWS, type OrderState, type OrderView } from '#src/contract/values.ts'

/** What the list of orders shows. It is the query of the address, but for the search: that names people. */
export interface ListView {
  states: OrderState[]
  /** A list that is more than a state, e.g. what is overdue. */
  view: OrderView | undefined
  page: number
}

const MAX_PAGE = 400

export function parseListView(search: string): ListView {
  const query = new URLSearchParams(search)
  const states = (query.get('state') ?? '').split(',')
  const page = Number(query.get('page'))
  return {
    states: ORDER_STATES.filter((state) => states.includes(state)),
    view: ORDER_VIEWS.find((view) => view === query.get('view')),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  }
}

/** The query of a view, with what differs from the list of all; empty for that. */
export function toListSearch({ states, view, page }: ListView): string {
  const query = [
    view && `view=${view}`,
    states.length > 0 && `state=${states.join(',')}`,
    page > 1 && `page=${page}`,
  ].filter(Boolean)
  return query.length > 0 ? `?${query.join('&')}` : ''
}
