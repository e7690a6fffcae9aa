import type { SiteRecord } from '#src/contract/catalog.ts'
import type { ContentBody, ContentId, KindOf } from '#src/contract/content.ts'
import { fillTokens } from '#src/rules/content-tokens.ts'
import { formatDate } from '#src/rules/dates.ts'
import { getDefaultContent } from './defaults.ts'
import { toTokens } from './facts.ts'
import { legalSettings } from './legal.ts'

/** `ReadInput` of src/catalog/inputs.ts for records. */
export type ReadRecord = (name: 'content', id: ContentId) => SiteRecord | undefined

const readBody = <Id extends ContentId>(readRecord: ReadRecord, id: Id) =>
  // The server has checked the body (src/server/studio/save).
  (readRecord('content', id)?.body ?? getDefaultContent(id)) as ContentBody<KindOf<Id>>

/** A record as its page shows it: that of an editor, or the text that comes with the shop. */
export function readContent<Id extends ContentId>(
  readRecord: ReadRecord,
  id: Id,
): ContentBody<KindOf<Id>> {
  const body = readBody(readRecord, id)
  const own: Record<string, string> =
    'validFrom' in body ? { validFrom: formatDate(String(body.validFrom)) } : {}
  return fillTokens(body, { ...toTokens(legalSettings, readBody(readRecord, 'facts')), ...own })
}
