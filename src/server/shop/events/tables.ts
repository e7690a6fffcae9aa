import type { PageKind, WebVital } from '#src/contract/values.ts'

declare module '#src/server/core/db/schema.ts' {
  interface Database {
    page_view_count: PageViewCountRow
    web_vital_count: WebVitalCountRow
    search_count: SearchCountRow
  }
}

export interface PageViewCountRow {
  /** In India, e.g. `2026-11-21`. */
  day: string
  /** A page of the site; `/404` for all other addresses. */
  path: string
  views: number
}

/** Visits with a metric's value in one bucket (src/editing/web-vitals.ts). */
export interface WebVitalCountRow {
  /** In India, e.g. `2026-11-21`. */
  day: string
  page_kind: PageKind
  /** The live build (`toBuildId`); empty if unknown. */
  build: string
  metric: WebVital
  bucket: number
  visits: number
}

/** Searches for a text on one day, and how many of them found nothing. */
export interface SearchCountRow {
  /** In India, e.g. `2026-11-21`. */
  day: string
  /** Folded: lower case without accents. */
  query: string
  searches: number
  without_results: number
}
