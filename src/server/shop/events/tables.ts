import type { PageKind, WebVital } from '#src/contract/values.ts'

declare module '#src/server/core/db/schema.ts' {
  interface Database {
    page_view_count: PageViewCountRow
    web_vital_count: WebVitalCountRow
    search_count: SearchCountRow
  }
}

/** How often a page was seen on one day. */
export interface PageViewCountRow {
  /** In India, e.g. `2026-11-21`. */
  day: string
  /** A page of the site; `/404` counts every other address. */
  path: string
  views: number
}

/** Visits with a value of a metric in one bucket (src/rules/web-vitals.ts). */
export interface WebVitalCountRow {
  /** In India, e.g. `2026-11-21`. */
  day: string
  page_kind: PageKind
  /** The build that was live, see `toBuildId`; empty when it is not known. */
  build: string
  metric: WebVital
  bucket: number
  visits: number
}

/** How often a text was searched for on one day, and how often that found nothing. */
export interface SearchCountRow {
  /** In India, e.g. `2026-11-21`. */
  day: string
  /** Folded: lower case without accents. */
  query: string
  searches: number
  without_results: number
}
