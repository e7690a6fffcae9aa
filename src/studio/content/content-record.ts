import { useQuery } from '@tanstack/react-query'
import { get } from 'react-hook-form'
import { z } from 'zod'
import { type Picture, picture } from '#src/contract/catalog.ts'
import { type ContentKind, parseContentId, toContentTitle } from '#src/contract/content.ts'
import type { ContentRecord } from '#src/contract/content-api.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import type { CatalogListItem } from '#src/contract/editor.ts'
import type { ContentGroup } from '#src/contract/kinds/shared.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { queryClient, request } from '../app/api.ts'
import { catalogQuery } from '../product-list/catalog.ts'
import { followSave, type SaveStart } from '../publish/publish-state.ts'
import { saveAsking } from '../record/save-asking.ts'
import { toTypedSchema } from '../record/typed-schema.ts'
import type { RecordForm } from '../record/use-record-form.ts'
import {
  type Body,
  type ContentValues,
  createContentResolver,
  createEmptyBody,
  getFields,
  locateError,
  toFormBody,
  toRecordFields,
  toTypedBody,
} from './content-form.ts'

export const GROUP_LABELS: Record<ContentGroup, string> = {
  pages: 'Pages',
  shop: 'Shop',
  categories: 'Categories',
  collections: 'Collections',
  search: 'Search',
  mails: 'Mails',
}

/** Whether editors create and archive records of the kind. */
export const hasMany = (kind: ContentKind): boolean => 'many' in CONTENT_KINDS[kind]

/** The path of the page that shows a record; undefined for a mail. @param slug its address, if it has one. */
export const toLivePath = (id: string, slug?: string | null): string | undefined => {
  const { kind = 'home', key = '' } = parseContentId(id) ?? {}
  const { path } = CONTENT_KINDS[kind]
  return path && path + (slug ?? key)
}

/** The same; also undefined for a category without a piece, which has no page. */
export function useLivePath(id: string, slug?: string | null): string | undefined {
  const isCategory = id.startsWith('category:')
  const { data: products } = useQuery({ ...catalogQuery, enabled: isCategory, staleTime: 60_000 })
  const isInCategory = (item: CatalogListItem) => !item.archived && item.category === slug
  const isEmpty = isCategory && products?.some(isInCategory) === false
  return isEmpty ? undefined : toLivePath(id, slug)
}

/** Follows the publish of a record, which the list reads again. A mail is not published. */
export function updateCachedRecord(
  { id, archived, body }: ContentRecord,
  save: SaveStart,
  livePath: string | undefined,
): void {
  const { kind = 'home' } = parseContentId(id) ?? {}
  const path = archived ? '' : (livePath ?? '')
  if (toLivePath(id) !== undefined) followSave(save, { title: toContentTitle(kind, body), path })
  void queryClient.invalidateQueries({ queryKey: ['GET /editor/content'] })
}

/** Previews of uploaded pictures, by their files. */
const typedPictures = z.record(z.string(), toTypedSchema(picture) as z.ZodType<Picture>)

export type ContentFormKind = RecordForm<ContentValues, Body, ContentRecord>

/** How the form of a record is made and saved. */
export function createContentKind(id: string, kind: ContentKind): Omit<ContentFormKind, 'onSaved'> {
  const fields = getFields(kind)
  const empty = { ...createEmptyBody(fields), ...('name' in fields ? { name: '' } : {}) }
  const typedBody = toTypedBody(fields)
  const readBody = (kept: unknown) => typedBody.safeParse(kept).data
  return {
    api: 'content',
    noun: 'record',
    fields: toRecordFields(kind),
    // The next mail has it.
    saveLabel: toLivePath(id) === undefined ? 'Save' : 'Save and publish',
    locateError: (path) => locateError(fields, path),
    noVersions: 'This is the text that the shop comes with.',
    resolver: createContentResolver(kind),
    getBody: ({ body }) => body,
    getTitle: (body) => toContentTitle(kind, body),
    toValues: (saved) => {
      const { body = empty, pictures = {} } = saved ?? {}
      return { body: toFormBody(fields, body), pictures }
    },
    toMergedValues: (body, current, before) => ({
      body: toFormBody(fields, body),
      pictures: { ...before.pictures, ...current.pictures },
    }),
    toRestored: (input, names) => {
      const body = toFormBody(fields, input)
      return Object.fromEntries(names.map((path) => [`body.${path}`, get(body, path) as unknown]))
    },
    readValues: (kept) => {
      const { body, pictures } = isRecord(kept) ? kept : {}
      const typed = isRecord(body) ? readBody({ ...empty, ...body }) : undefined
      const known = typedPictures.safeParse(pictures).data
      return typed && known && { body: toFormBody(fields, typed), pictures: known }
    },
    readBody,
    toName: (field) => `body.${field}`,
    save: async (body, saved, revision) => {
      const { record } = await saveAsking((confirmed) =>
        saved
          ? request('PUT /editor/content/:id', {
              param: id,
              body: { revision, body, ...confirmed },
            })
          : request('POST /editor/content', { body: { id, body, ...confirmed } }),
      )
      return record
    },
  }
}
