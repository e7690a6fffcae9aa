import type { SiteRecord } from '#src/contract/catalog.ts'
import type { ContentBody, ContentId, Facts, KindOf } from '#src/contract/content.ts'
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

/** Filled in once for all pages that show them: by the facts and the body of a record. */
const filled = new WeakMap<object, WeakMap<object, object>>()

/** A record as its page shows it: that of an editor, or the text that comes with the shop. */
export function readContent<Id extends ContentId>(
  readRecord: ReadRecord,
  id: Id,
): ContentBody<KindOf<Id>> {
  const body = readBody(readRecord, id)
  const facts = readBody(readRecord, 'facts')
  const byBody = filled.get(facts) ?? new WeakMap<object, object>()
  filled.set(facts, byBody)
  const known = byBody.get(body) ?? fill(body, facts)
  byBody.set(body, known)
  return known as ContentBody<KindOf<Id>>
}

function fill(body: object, facts: Facts): object {
  const own: Record<string, string> =
    'validFrom' in body ? { validFrom: formatDate(String(body.validFrom)) } : {}
  return fillTokens(body, { ...toTokens(legalSettings, facts), ...own })
}
