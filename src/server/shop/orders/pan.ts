import { isPan } from '#src/rules/account/account-validation.ts'
import { formatRupees } from '#src/rules/money.ts'
import type { ServerEnv } from '../../core/env.ts'
import { HttpError } from '../../core/errors.ts'
import { seal, unseal } from '../../core/seal.ts'
import type { OrderRow } from './tables.ts'

/**
 * Checks and seals the PAN that the law asks for. A shop without PAN_KEY has refused such an order before (`findLimit`).
 * @param total of the order, in rupees.
 * @returns '' for an order below the sum.
 * @throws HttpError 400 for a text that is no PAN.
 */
export function sealPan(
  { PUBLIC_PAN_FROM, PAN_KEY }: Pick<ServerEnv, 'PUBLIC_PAN_FROM' | 'PAN_KEY'>,
  total: number,
  typed: string,
): string {
  if (total < PUBLIC_PAN_FROM || !PAN_KEY) return ''
  const from = formatRupees(PUBLIC_PAN_FROM)
  const pan = typed.replace(/\s/g, '').toUpperCase()
  if (!isPan(pan))
    throw new HttpError(
      400,
      `The law asks for a PAN from ${from}. Please enter its ten characters such as ABCPE1234F.`,
      { field: 'pan' },
    )
  return seal(PAN_KEY, pan)
}

/** The PAN of an order; empty without one, or without the key. */
export const unsealPan = (
  { PAN_KEY }: Pick<ServerEnv, 'PAN_KEY'>,
  { sealed_pan }: Pick<OrderRow, 'sealed_pan'>,
): string => (PAN_KEY && sealed_pan ? unseal(PAN_KEY, sealed_pan) : '')
