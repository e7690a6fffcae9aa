import type { Deps } from '../../core/deps.ts'
import * as payments from './payment-queries.ts'
import { KeyRefusedError } from './provider.ts'

/** Remembers whether the provider accepts the keys of the shop, for the operator. */
export async function noteKeys(deps: Deps, error?: unknown): Promise<void> {
  const isRefused = await payments.hasKeyRefusal(deps.db)
  if (error === undefined && isRefused) await payments.deleteKeyRefusal(deps.db)
  if (!(error instanceof KeyRefusedError) || isRefused) return
  await payments.insertKeyRefusal(deps.db)
  deps.log('error', 'payment provider refuses the keys of the shop', { error: error.message })
}
