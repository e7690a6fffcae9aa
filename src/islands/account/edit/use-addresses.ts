import { useRef, useState } from 'react'
import type { Address } from '#src/contract/account.ts'
import { makeDefault, withOneDefault } from '#src/rules/addresses.ts'
import {
  type AddressFieldName,
  type AddressValues,
  type EditableAddress,
  EMPTY_ADDRESS,
} from './addresses-draft.ts'

/** The list of addresses being edited, always with exactly one default, and the next one. */
export function useAddresses(given: readonly Address[]) {
  const next = useRef(given.length)
  const [rows, setRows] = useState<readonly EditableAddress[]>(() =>
    given.map((address, key) => ({ key, address })),
  )
  const [draft, setDraft] = useState<AddressValues>(EMPTY_ADDRESS)

  /** Puts other addresses in the same rows. */
  const refill = (kept: readonly EditableAddress[], addresses: Address[]): EditableAddress[] =>
    kept.flatMap((row, place) => {
      const address = addresses[place]
      return address ? [{ ...row, address }] : []
    })

  const settle = (kept: readonly EditableAddress[]): EditableAddress[] =>
    refill(kept, withOneDefault(kept.map(({ address }) => address)))

  return {
    rows,
    draft,
    setDraft,
    update: (key: number, part: AddressFieldName, text: string) =>
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
    add: (address: AddressValues) => {
      const key = next.current++
      setRows((before) => settle([...before, { key, address: { ...address, isDefault: false } }]))
      setDraft(EMPTY_ADDRESS)
    },
  }
}
