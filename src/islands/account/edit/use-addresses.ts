import { useRef, useState } from 'react'
import type { Address } from '#src/contract/account.ts'
import { makeDefault, withOneDefault } from '#src/rules/addresses.ts'
import { type AddressPart, type AddressText, NO_ADDRESS, type Row } from './addresses-draft.ts'

/** The list of addresses being edited, always with exactly one default, and the next one. */
export function useAddresses(given: readonly Address[]) {
  const next = useRef(given.length)
  const [rows, setRows] = useState<readonly Row[]>(() =>
    given.map((address, key) => ({ key, address })),
  )
  const [draft, setDraft] = useState<AddressText>(NO_ADDRESS)

  /** Puts other addresses in the same rows. */
  const refill = (kept: readonly Row[], addresses: Address[]): Row[] =>
    kept.flatMap((row, place) => {
      const address = addresses[place]
      return address ? [{ ...row, address }] : []
    })

  const settle = (kept: readonly Row[]): Row[] =>
    refill(kept, withOneDefault(kept.map(({ address }) => address)))

  return {
    rows,
    draft,
    setDraft,
    change: (key: number, part: AddressPart, text: string) =>
      setRows((before) =>
        before.map((row) =>
          row.key === key ? { ...row, address: { ...row.address, [part]: text } } : row,
        ),
      ),
    makeDefault: (place: number) =>
      setRows((before) =>
        refill(
          before,
          makeDefault(
            before.map(({ address }) => address),
            place,
          ),
        ),
      ),
    remove: (key: number) => setRows((before) => settle(before.filter((row) => row.key !== key))),
    add: (address: AddressText) => {
      const key = next.current++
      setRows((before) => settle([...before, { key, address: { ...address, isDefault: false } }]))
      setDraft(NO_ADDRESS)
    },
  }
}
