import { z } from 'zod'
import { text } from './catalog.ts'
import { PAGE_KINDS, SEARCH_EVENT_LENGTH, WEB_VITALS } from './values.ts'

/** Longest plausible measurement, in ms. */
const MAX_MS = 3_600_000

/** Measurements of one page visit. A metric that was not measured is absent. */
export const webVitalsRequest = z
  .strictObject({
    page: z.enum(PAGE_KINDS),
    lcp: z.number().min(0).max(MAX_MS).optional(),
    inp: z.number().min(0).max(MAX_MS).optional(),
    cls: z.number().min(0).max(MAX_MS).optional(),
  })
  .refine((visit) => WEB_VITALS.some((vital) => visit[vital] !== undefined), {
    error: 'Send at least one of lcp, inp and cls.',
  })
export type WebVitalsRequest = z.input<typeof webVitalsRequest>

/** A search of the listing, and the number of products that it found. */
export const searchEventRequest = z.strictObject({
  query: text(SEARCH_EVENT_LENGTH),
  results: z.int().min(0).max(1_000_000),
})
export type SearchEventRequest = z.input<typeof searchEventRequest>

const visitFigure = z.object({ p75: z.number(), visits: z.int() }).nullable()

/** Measurements of one kind of page; null for a metric without visits. */
const pageSpeed = z.object({
  page: z.enum(PAGE_KINDS),
  lcp: visitFigure,
  inp: visitFigure,
  cls: visitFigure,
})
export type PageSpeed = z.output<typeof pageSpeed>

export const speedQuery = z.object({ days: z.enum(['7', '28']).default('7') })
export const speedResponse = z.object({
  /** All kinds of pages with visits in these days. */
  pages: z.array(pageSpeed),
  /** Newest first, with all stored visits. */
  builds: z.array(
    z.object({
      /** Empty if the build is unknown. */
      build: z.string(),
      /** First day with a visit. */
      since: z.string(),
      pages: z.array(pageSpeed),
      /** Metrics that are worse than in the previous build. */
      worse: z.array(
        z.object({
          page: z.enum(PAGE_KINDS),
          vital: z.enum(WEB_VITALS),
          p75: z.number(),
          before: z.number(),
        }),
      ),
    }),
  ),
})

const countedSearch = z.object({
  query: z.string(),
  searches: z.int(),
  withoutResults: z.int(),
})
export type CountedSearch = z.output<typeof countedSearch>

/** Searches of 30 days, the most frequent first. */
export const searchesResponse = z.object({
  withoutResults: z.array(countedSearch),
  frequent: z.array(countedSearch),
  total: z.int(),
  /** Days on which the limit of distinct searches was reached. */
  fullDays: z.int(),
})
