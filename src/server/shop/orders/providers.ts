import type { ServerEnv } from '../../core/env.ts'
import type { Provider } from './provider.ts'
import { createRazorpay } from './razorpay.ts'

/** The payment providers by their names: `payment.provider`, and the end of the address of their webhooks. */
const PROVIDERS = new Map<string, (env: ServerEnv) => Provider | undefined>([
  ['razorpay', createRazorpay],
])

/** @returns undefined without its keys. A shop that no longer offers a provider still refunds by its keys. */
export const findProvider = (env: ServerEnv, name: string): Provider | undefined =>
  PROVIDERS.get(name)?.(env)
