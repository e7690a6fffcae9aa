import { z } from 'zod'

// Requests of the Universal Commerce Protocol, catalogue search and lookup (README.md). A field that is
// not named here is one of an extension, which the protocol has businesses ignore.

/** Identifiers of one lookup. */
export const MAX_UCP_IDS = 50
/** Products on one page of a search: by default, and at most. */
export const UCP_PAGE = { default: 10, max: 50 }

/** An amount in paise. */
const amount = z.int().min(0)

const filters = z.looseObject({
  categories: z.array(z.string()).max(100).optional(),
  price: z.looseObject({ min: amount.optional(), max: amount.optional() }).optional(),
})
export type UcpFilters = z.output<typeof filters>

/** Hints about the buyer. The currency belongs to the price filter. */
const context = z.looseObject({ currency: z.string().optional() })

/** Fields of every request. */
const scope = { filters: filters.optional(), context: context.optional() }

export const ucpSearchRequest = z.looseObject({
  ...scope,
  query: z.string().max(1_000).optional(),
  pagination: z
    .looseObject({ cursor: z.string().max(500).optional(), limit: z.int().min(1).optional() })
    .optional(),
})
export type UcpSearchRequest = z.output<typeof ucpSearchRequest>

export const ucpLookupRequest = z.looseObject({ ...scope, ids: z.array(z.string()).min(1) })
export type UcpLookupRequest = z.output<typeof ucpLookupRequest>

export const ucpProductRequest = z.looseObject({
  ...scope,
  id: z.string(),
  selected: z
    .array(z.looseObject({ name: z.string(), label: z.string() }))
    .max(20)
    .refine(
      (selected) => new Set(selected.map(({ name }) => name)).size === selected.length,
      'must name each option once',
    )
    .optional(),
  preferences: z.array(z.string()).max(20).optional(),
})
export type UcpProductRequest = z.output<typeof ucpProductRequest>

const capabilities = z.record(
  z.string(),
  z.array(z.looseObject({ version: z.string(), schema: z.string().optional() })),
)

/** The profile of a platform: what the negotiation reads of it, and what the protocol requires. */
export const ucpPlatformProfile = z.looseObject({
  ucp: z.looseObject({
    version: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    services: z.record(z.string(), z.unknown()),
    payment_handlers: z.record(z.string(), z.unknown()),
    capabilities: capabilities.optional(),
  }),
})
export type UcpPlatformProfile = z.output<typeof ucpPlatformProfile>
