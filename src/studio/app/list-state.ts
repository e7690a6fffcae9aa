import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { formatDay } from '#src/rules/dates.ts'

/** A part of the state of a list, e.g. its search. The address has it under its name, if it differs from the first. */
interface Part<Value> {
  first: Value
  /** Undefined for what is no value of the part. */
  parse: (text: string) => Value | undefined
  isPrivate?: true
}

export const text = (): Part<string> => ({ first: '', parse: (value) => value })

export const oneOf = <const Value extends string>(
  values: readonly Value[],
  first: NoInfer<Value>,
): Part<Value> => ({ first, parse: (value) => values.find((known) => known === value) })

/** Several of the values, in their order. */
export const someOf = <const Value extends string>(values: readonly Value[]): Part<Value[]> => ({
  first: [],
  parse: (value) => values.filter((known) => value.split(',').includes(known)),
})

/** A day such as `2026-11-21`, or none. */
export const day = (): Part<string> => ({
  first: '',
  parse: (value) => (formatDay(value) ? value : undefined),
})

export const flag = (): Part<boolean> => ({ first: false, parse: (value) => value === 'true' })

export const pageNumber = (max = 10_000): Part<number> => ({
  first: 1,
  parse: (value) => (/^[1-9]\d*$/.test(value) && Number(value) <= max ? Number(value) : undefined),
})

/** Keeps a part out of the address, e.g. a search that may name people. */
export const inMemory = <Value>(part: Part<Value>): Part<Value> => ({ ...part, isPrivate: true })

/** Describes what a list may show: its search, filters, order and page. */
export function defineList<State extends object>(
  parts: {
    [Name in keyof State]: Part<State[Name]>
  },
) {
  const names = Object.keys(parts) as (keyof State & string)[]
  const pick = (toValue: (name: keyof State & string) => unknown, isPrivate = false) =>
    Object.fromEntries(
      names.flatMap((name) =>
        (parts[name].isPrivate ?? false) === isPrivate ? [[name, toValue(name)]] : [],
      ),
    )
  const firstPrivate = pick((name) => parts[name].first, true)
  const first = { ...pick((name) => parts[name].first), ...firstPrivate } as State
  const $private = atom(firstPrivate as Partial<State>)
  return {
    first,
    /** The private parts. */
    $private,
    /** The query of what was shown last. */
    $query: atom(''),
    parse(search: string): State {
      const query = new URLSearchParams(search)
      const read = (name: keyof State & string) => parts[name].parse(query.get(name) ?? '')
      return { ...first, ...pick((name) => read(name) ?? parts[name].first) } as State
    },
    /** Returns the query of a state with what differs from the first one; empty for that. */
    toQuery(state: State): string {
      const query = new URLSearchParams()
      for (const name of names)
        if (!parts[name].isPrivate && String(state[name]) !== String(parts[name].first))
          query.set(name, String(state[name]))
      return query.size > 0 ? `?${query}` : ''
    },
    /** Changes private parts, e.g. for a link to the list. */
    remember(state: Partial<State>): void {
      const before = $private.get()
      $private.set({ ...before, ...pick((name) => state[name] ?? before[name], true) })
    },
  }
}

type List<State extends object> = ReturnType<typeof defineList<State>>

/** Chromium allows 200 changes of the address in 30 s; a typist makes more. */
const ADDRESS_DELAY_MS = 250

/** The state of a list. Back, a reload and a bookmark keep what is in the address. */
export function useListState<State extends object>(list: List<State>) {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const remembered = useStore(list.$private)
  /** A state that the address will have in a moment, and the query that the address has until then. */
  const [typed, setTyped] = useState<{ query: string; state: State }>()
  const isTyped = typed?.query === query
  const state = useMemo(
    (): State => ({ ...(isTyped ? typed.state : list.parse(query)), ...remembered }),
    [list, query, isTyped, typed, remembered],
  )
  const latest = useRef({ query, state })
  useLayoutEffect(() => {
    latest.current = { query, state }
    list.$query.set(list.toQuery(state))
  }, [list, query, state])
  useEffect(() => {
    if (!isTyped) return
    const { pathname } = location
    const timer = setTimeout(() => {
      // While the next page loads, the list is still there.
      if (location.pathname === pathname)
        history.replaceState(null, '', pathname + list.toQuery(typed.state))
    }, ADDRESS_DELAY_MS)
    return () => clearTimeout(timer)
  }, [list, isTyped, typed])

  /** Shows the first page, unless one is named. */
  const toNext = useCallback(
    (values: Partial<State>): State => ({
      ...latest.current.state,
      ...('page' in list.first && { page: list.first.page }),
      ...values,
    }),
    [list],
  )
  return {
    state,
    /** Shows another part of the list, and moves the focus to its top. */
    change(values: Partial<State>): void {
      const next = toNext(values)
      list.remember(next)
      if (list.toQuery(next) !== list.toQuery(state))
        navigate(path + list.toQuery(next), { replace: true })
    },
    /** The same at each key of a search. The focus stays, and the address follows. */
    type: useCallback(
      (values: Partial<State>): void => {
        const next = toNext(values)
        list.remember(next)
        setTyped({ query: latest.current.query, state: next })
      },
      [list, toNext],
    ),
  }
}
