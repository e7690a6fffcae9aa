import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyFor, releaseKey } from '#src/api-client/idempotency-key.ts'
import type { EditorOrder } from '#src/contract/editor-orders.ts'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import type { OrderAddress } from '#src/contract/orders.ts'
import type { ParcelStep, PlainStep, UndoStep } from '#src/contract/values.ts'
import { type CallError, request } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'

type StepAnswer = ResponseBody<'POST /editor/orders/:number/dispatch'>

type Shelved = { position: number; quantity: number }[]

export type OrderAction =
  | {
      step: 'dispatch'
      body: { carrier: string; trackingNumber: string; lines?: Shelved }
    }
  | { step: PlainStep }
  | { step: 'parcel'; id: string; name: ParcelStep }
  | { step: 'return_parcel'; id: string; body: { reason: string; shelved: Shelved } }
  | { step: 'undo'; body: { step: UndoStep } }
  | { step: 'cancel'; body: { reason: string; shelved: Shelved } }
  | {
      step: 'correct'
      body: { name: string; address: OrderAddress; phone: string; tellsCustomer: boolean }
    }
  | {
      step: 'correct_parcel'
      id: string
      body: { carrier: string; trackingNumber: string; tellsCustomer: boolean }
    }
  | {
      step: 'reduce'
      body: { lines: Shelved; reason: string; shelved: Shelved; tellsCustomer: boolean }
    }
  | { step: 'refund'; body: { amount?: number; reason: string; isDue?: boolean } }
  | { step: 'receive'; body: { reference: string } }
  | { step: 'repeat_refund' | 'finish_refund'; id: string }
  | {
      step: 'return'
      id: string
      body: {
        state: string
        answer?: string
        pickupOn?: string
        shelved?: Shelved
        collected?: boolean
      }
    }
  | { step: 'note'; body: { note: string } }
  | { step: 'customer_note'; body: { text: string; tellsCustomer: boolean } }

/** A repeat of the same press has the same key, so that it takes effect once. */
function send(number: string, action: OrderAction): Promise<StepAnswer> {
  const name = JSON.stringify([number, action])
  const options = { param: number, idempotencyKey: keyFor(name) }
  const sent = (): Promise<StepAnswer> => {
    switch (action.step) {
      case 'dispatch':
        return request('POST /editor/orders/:number/dispatch', { ...options, body: action.body })
      case 'undo':
        return request('POST /editor/orders/:number/undo', { ...options, body: action.body })
      case 'cancel':
        return request('POST /editor/orders/:number/cancel', {
          ...options,
          body: action.body as never,
        })
      case 'correct':
        return request('PUT /editor/orders/:number/delivery', { ...options, body: action.body })
      case 'parcel':
        return request(`POST /editor/shipments/:id/${action.name}`, {
          ...options,
          param: action.id,
        })
      case 'return_parcel':
        return request('POST /editor/shipments/:id/return', {
          ...options,
          param: action.id,
          body: action.body as never,
        })
      case 'correct_parcel':
        return request('PUT /editor/shipments/:id', {
          ...options,
          param: action.id,
          body: action.body,
        })
      case 'reduce':
        return request('POST /editor/orders/:number/reduce', {
          ...options,
          body: action.body as never,
        })
      case 'refund':
        return request('POST /editor/orders/:number/refund', { ...options, body: action.body })
      case 'receive':
        return request('POST /editor/orders/:number/receive', { ...options, body: action.body })
      case 'finish_refund':
        return request('POST /editor/refunds/:id/finish', { ...options, param: action.id })
      case 'repeat_refund':
        return request('POST /editor/refunds/:id/repeat', { ...options, param: action.id })
      case 'return':
        return request('PUT /editor/returns/:id', {
          ...options,
          param: action.id,
          body: action.body as never,
        })
      case 'customer_note':
        return request('POST /editor/orders/:number/notes', { ...options, body: action.body })
      case 'note':
        return request('PUT /editor/orders/:number/note', { param: number, body: action.body })
      default:
        return request(`POST /editor/orders/:number/${action.step}`, options)
    }
  }
  return sent().then(
    (answer) => {
      releaseKey(name)
      return answer
    },
    (error: CallError) => {
      // Without a status the outcome is not known.
      if (error.status) releaseKey(name)
      throw error
    },
  )
}

export const orderKey = (number: string) => ['GET /editor/orders/:number', number] as const

/** What takes a step back; undefined where it cannot be taken back. */
function findWayBack(
  action: OrderAction,
  before: EditorOrder,
  { undo }: EditorOrder,
): OrderAction | undefined {
  if (action.step === 'note') return { step: 'note', body: { note: before.note } }
  if (action.step === 'pack') return { step: 'unpack' }
  const step = action.step === 'parcel' ? action.name : action.step
  return undo?.step === step ? { step: 'undo', body: { step: undo.step } } : undefined
}

interface OrderSteps {
  take: (action: OrderAction, onDone?: () => void) => void
  /** The step that is being sent. */
  pending: OrderAction['step'] | undefined
  /** Why the last step was refused, and which. */
  refused: { step: OrderAction['step']; message: string } | undefined
}

/** Sends the steps of an order; the order on the page is the one that each answers with. */
export function useOrderSteps(order: EditorOrder): OrderSteps {
  const { number } = order
  const client = useQueryClient()
  const [refused, setRefused] = useState<OrderSteps['refused']>()
  const take = useMutation({
    mutationFn: (action: OrderAction) => send(number, action),
    onMutate: () => setRefused(undefined),
    onSuccess: (answer, action) => {
      client.setQueryData(orderKey(number), { order: answer.order })
      void client.invalidateQueries({ queryKey: ['POST /editor/orders/search'] })
      const back = findWayBack(action, order, answer.order)
      toast.success(answer.message, back && { label: 'Undo', onClick: () => take.mutate(back) })
    },
    onError: (error, { step }) => {
      setRefused({ step, message: error.message })
      // Somebody else may have taken a step meanwhile.
      void client.invalidateQueries({ queryKey: orderKey(number) })
    },
  })
  return {
    take: (action, onDone) => take.mutate(action, onDone && { onSuccess: onDone }),
    pending: take.isPending ? take.variables.step : undefined,
    refused,
  }
}
