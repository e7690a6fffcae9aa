import { type ContentKind, parseContentId } from '#src/contract/content.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import type { MailKind } from '#src/contract/kinds/mails.ts'
import { productPath } from '#src/rules/paths.ts'
import { readCategories } from '../../core/content/categories.ts'
import {
  createCategoryTraits,
  isMail,
  toSiteId,
  toSiteRecords,
} from '../../core/content/read-content.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { composeMail, type MailText, readFacts } from '../../core/mail/compose-mail.ts'
import { renderMail } from '../../core/mail/render-mail.ts'
import { checkContent } from '../save/save-content.ts'
import { toExampleMails } from './example-mails.ts'
import { findFirstSlug } from './queries.ts'

/** Renders a mail from an unsaved text and example values. */
async function renderMailPreview(deps: Deps, kind: MailKind, body: MailText): Promise<string> {
  const facts = await readFacts(deps, deps.db)
  return renderMail(composeMail(deps.env, toExampleMails(deps.env)[kind], body, facts)).html
}

/** Returns the page that shows a record. The texts of all products are shown on the first product's page. */
async function findPath(db: Db, kind: ContentKind, key: string): Promise<string> {
  const slug = kind === 'product-page' && (await findFirstSlug(db))
  return slug ? productPath(slug) : `${CONTENT_KINDS[kind].path}${key}`
}

/** Renders the page of an unsaved record within the current shop, or a mail. */
export async function renderContentPreview(
  deps: Deps,
  id: string,
  input: Record<string, unknown>,
): Promise<string> {
  const { kind, key } = parseContentId(id) ?? {}
  if (!kind) throw new HttpError(404, 'There is no such record.')
  const body = await checkContent(deps.db, id, input)
  if (isMail(kind)) return renderMailPreview(deps, kind, body as unknown as MailText)
  if (!deps.renderPath) throw new HttpError(503, 'There is no preview on this server.')
  const categories = await readCategories(deps.db)
  const siteId = toSiteId(id, categories)
  const [draft] = await toSiteRecords(deps, deps.db, [{ id: siteId, version: 'draft', body }])
  const path = await findPath(
    deps.db,
    kind,
    kind === 'category' ? categories.toAddress(key ?? '') : (key ?? ''),
  )
  const html = await deps.renderPath(path, (catalog) => {
    const others = catalog.content.filter((record) => record.id !== siteId)
    const content = [...others, ...(draft ? [draft] : [])]
    const findTraits = createCategoryTraits(content, categories)
    const products =
      kind === 'category'
        ? catalog.products.map(({ zoom: _, categoryName: __, ...product }) => ({
            ...product,
            ...findTraits(categories.toId(product.category)),
          }))
        : catalog.products
    return { ...catalog, products, content }
  })
  if (html === undefined) throw new HttpError(404, 'A category gets its page with its first piece.')
  return html
}
