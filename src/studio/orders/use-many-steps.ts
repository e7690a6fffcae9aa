import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderStepsAnswer, OrderStepsRequest } from '#src/contract/editor-orders.ts'
import { request } from '../app/api.ts'
import { toast } from '../app/toasts.tsx'

interface ManySteps {
  take: (body: OrderStepsRequest, onDone?: (answer: OrderStepsAnswer) => void) => void
  isPending: boolean
  /** Why orders were refused by the last step, by their numbers. */
  refused: ReadonlyMap<string, string>
  /** Why no order was asked for; empty otherwise. */
  problem: string
}

/** What takes a step of orders back; undefined if nothing does. */
function findWayBack(
  step: OrderStepsRequest['step'],
  taken: readonly string[],
): OrderStepsRequest | undefined {
  if (step === 'undo' || step === 'unpack') return undefined
  const orders = taken.map((number) => ({ number }))
  return step === 'pack' ? { step: 'unpack', orders } : { step: 'undo', undoes: step, orders }
}

/** Takes a step of many orders. Those that are changed can be taken back for a minute, unless an invoice was issued. */
export function useManySteps(isDispatchFinal = false): ManySteps {
  const client = useQueryClient()
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const reload = () => void client.invalidateQueries({ queryKey: ['POST /editor/orders/search'] })
  const undo = useMutation({
    mutationFn: (body: OrderStepsRequest) => request('POST /editor/orders/steps', { body }),
    onSuccess: ({ message, refused }) => {
      reload()
      if (refused.length > 0) toast.error(`${message} ${refused[0]?.message ?? ''}`)
      else toast.success(message)
    },
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: OrderStepsRequest) => request('POST /editor/orders/steps', { body }),
    onMutate: () => setRefused(new Map()),
    onSuccess: ({ message, taken, refused }, { step }) => {
      reload()
      setRefused(new Map(refused.map(({ number, message }) => [number, message])))
      const back = step === 'dispatch' && isDispatchFinal ? undefined : findWayBack(step, taken)
      if (taken.length > 0)
        toast.success(message, back && { label: 'Undo', onClick: () => undo.mutate(back) })
    },
    // Without an answer, some orders may be changed: the list shows which.
    onError: reload,
  })
  return {
    take: (body, onDone) => mutate(body, onDone && { onSuccess: onDone }),
    isPending,
    refused,
    problem: error?.message ?? '',
  }
}
