import { z } from 'zod'

export const importQuery = z.object({
  /** Only checks, and changes nothing. */
  dryRun: z.enum(['true', 'false']).default('true'),
  /**
   * JSON: the field of each header that has another name than its field; an empty one leaves the
   * column out. E.g. `{"Preis":"price","Note":""}`.
   */
  columns: z.string().max(4_000).optional(),
})

/** Rows are matched by slug: a known one changes the fields that have a column, a new one creates. */
export const importResponse = z.object({
  /** False for a dry run, and when there is a fault: then nothing has changed. */
  applied: z.boolean(),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** At most 500 of them. */
  faults: z.array(
    z.object({
      /** Line of the file at which the row begins; the header is line 1. */
      line: z.int(),
      /** The header of the column; empty for the whole row. */
      column: z.string(),
      message: z.string(),
    }),
  ),
  faultCount: z.int(),
  /** The headers of the file, with the field that each fills; null for one that is left out. */
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
  /** Every field that a column can fill. */
  fields: z.array(z.string()),
  /** For `POST /editor/batches/:id/undo`; null when nothing changed. */
  batch: z.string().nullable(),
})
export type ImportResult = z.output<typeof importResponse>
