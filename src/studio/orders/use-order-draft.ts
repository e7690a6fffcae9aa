import { useRef, useState } from 'react'
import { isRecord } from '#src/rules/is-record.ts'
import { useCall } from '../app/api.ts'
import { useLeaveGuard } from '../app/router.ts'
import { readDraft, removeDraft, storeDraft, toTexts } from '../record/drafts.ts'

/** What is typed on the page of an order and not sent yet. */
export interface OrderDraft {
  note?: string
  carrier?: string
  trackingNumber?: string
  refundAmount?: string
  refundReason?: string
  /** Why a return is refused, by its id. */
  answers?: Record<string, string>
}

const withoutEmpty = (draft: OrderDraft): OrderDraft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined))

/**
 * What is typed on the page of an order. It is kept on this device until it is sent or cleared, and leaving asks.
 * @returns the draft, and what changes fields of it; undefined clears a field.
 */
export function useOrderDraft(
  number: string,
): [OrderDraft, (change: { [Field in keyof OrderDraft]: OrderDraft[Field] | undefined }) => void] {
  const userId = useCall('GET /users/getUserProfile').data?.user?.uid ?? ''
  const key = { userId, recordId: `order/${number}` }
  const [draft, setDraft] = useState<OrderDraft>(() => {
    const values = readDraft(key)?.values
    if (!isRecord(values)) return {}
    const answers = toTexts(values['answers'])
    return { ...toTexts(values), ...(Object.keys(answers).length > 0 && { answers }) }
  })
  const latest = useRef(draft)
  const [isKept, setKept] = useState(true)
  // What was typed into a dialog that is closed is kept, without a question.
  const { refundAmount: _, refundReason: __, ...shown } = draft
  useLeaveGuard(Object.keys(isKept ? shown : draft).length > 0)
  const change: ReturnType<typeof useOrderDraft>[1] = (fields) => {
    latest.current = withoutEmpty({ ...latest.current, ...fields } as OrderDraft)
    setDraft(latest.current)
    if (Object.keys(latest.current).length === 0) removeDraft(key)
    else {
      const keptAt = new Date().toISOString()
      setKept(storeDraft(key, { revision: 0, keptAt, values: latest.current }))
    }
  }
  return [draft, change]
}
