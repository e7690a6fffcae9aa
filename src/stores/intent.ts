import type { Variant } from '#src/contract/catalog.ts'
import { safePath } from '#src/rules/paths.ts'
import type { ShopProduct } from './shop-product.ts'
import { forget, isRecord, keep, readKept } from './storage.ts'

/** What a visitor wanted when they were asked to log in. */
export interface Intent {
  kind: 'add' | 'buy' | 'wish'
  product: ShopProduct
  quantity?: number | undefined
  variant?: Variant | undefined
}

interface KeptIntent {
  intent: Intent
  /** Path of this site to come back to. */
  path: string
  /** Place on the page, in pixels. */
  scrollY: number
  /** Milliseconds since 1970. */
  at: number
}

export const INTENT_KEY = 'kairavi-intent'
/** Time an intent is worth doing, in milliseconds: long enough for signing up and verifying. */
const WORTH_MS = 60 * 60_000

const isVariant = (value: unknown): value is Variant =>
  isRecord(value) && Object.values(value).every((chosen) => typeof chosen === 'string')

const isIntent = (value: unknown): value is Intent => {
  if (!isRecord(value) || !isRecord(value['product'])) return false
  const { kind, product, quantity, variant } = value
  const { id, slug, title, price, images, category, stock } = product
  return (
    (kind === 'add' || kind === 'buy' || kind === 'wish') &&
    [id, slug, title, category].every((text) => typeof text === 'string') &&
    [price, stock].every((number) => typeof number === 'number') &&
    Array.isArray(images) &&
    isVariant(product['variant']) &&
    (quantity === undefined || Number.isInteger(quantity)) &&
    (variant === undefined || isVariant(variant))
  )
}

export const isKeptIntent = (value: unknown): value is KeptIntent =>
  isRecord(value) &&
  isIntent(value['intent']) &&
  typeof value['path'] === 'string' &&
  safePath(value['path']) === value['path'] &&
  typeof value['scrollY'] === 'number' &&
  typeof value['at'] === 'number' &&
  Date.now() - value['at'] < WORTH_MS

export const herePath = (): string => location.pathname + location.search + location.hash

/** Keeps the intent with this page and place while the visitor logs in or signs up. */
export const keepIntent = (intent: Intent): void =>
  keep(INTENT_KEY, { intent, path: herePath(), scrollY, at: Date.now() } satisfies KeptIntent)

export const dropIntent = (): void => forget(INTENT_KEY)

/** Where a kept intent leads back to after logging in. */
export const intentPath = (): string | null => readKept(INTENT_KEY, isKeptIntent)?.path ?? null

/** The place this page was left at, when an intent waits for it. */
export function intentPlace(): number | null {
  const kept = readKept(INTENT_KEY, isKeptIntent)
  return kept && kept.path === herePath() ? kept.scrollY : null
}

/** The intent that waits for this page, given out once. */
export function takeIntent(): Intent | null {
  const kept = readKept(INTENT_KEY, isKeptIntent)
  if (!kept || kept.path !== herePath()) return null
  dropIntent()
  return kept.intent
}
