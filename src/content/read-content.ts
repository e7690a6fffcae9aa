import type { SiteRecord } from '#src/contract/catalog.ts'
import type { ContentBody, ContentId, Facts, KindOf } from '#src/contract/content.ts'
import { fillTokens } from '#src/editing/content-tokens.ts'
import { formatDay } from '#src/rules/dates.ts'
import { getDefaultContent } from './defaults.ts'
import { toTokens } from './facts.ts'
import { legalSettings } from './legal.ts'

/** `ReadInput` of src/catalog/inputs.ts, for records. */
export type ReadRecord = (name: 'content', id: ContentId) => SiteRecord | undefined

const readBody = <Id extends ContentId>(readRecord: ReadRecord, id: Id) =>
  // The server has validated the body (src/server/studio/save).
  (readRecord('content', id)?.body ?? getDefaultContent(id)) as ContentBody<KindOf<Id>>

/** Texts with filled tokens, cached by the facts and the body of a record. */
const filledTexts = new WeakMap<object, WeakMap<object, object>>()

/** Returns the record that a page shows: an editor's, or the default text. */
export function readContent<Id extends ContentId>(
  readRecord: ReadRecord,
  id: Id,
): ContentBody<KindOf<Id>> {
  const body = readBody(readRecord, id)
  const facts = readBody(readRecord, 'facts')
  const byBody = filledTexts.get(facts) ?? new WeakMap<object, object>()
  filledTexts.set(facts, byBody)
  const text = byBody.get(body) ?? fill(body, facts)
  byBody.set(body, text)
  return text as ContentBody<KindOf<Id>>
}

function fill(body: object, facts: Facts): object {
  const own: Record<string, string> =
    'validFrom' in body ? { validFrom: formatDay(String(body.validFrom)) } : {}
  return fillTokens(body, { ...toTokens(legalSettings, facts), ...own })
}
