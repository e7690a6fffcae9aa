import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { request } from '../app/api.ts'

/** The part of the calls about records of a kind: `/editor/<api>/:id`. */
export type RecordApi = 'products' | 'content'

type ProductVersion = ResponseBody<'GET /editor/products/:id/history'>['versions'][number]

export type RecordVersion<Body> = Omit<ProductVersion, 'entry'> & { body: Body }

/** Every saved version of a record, the newest first; read again for another revision. */
export const useVersions = <Body>(api: RecordApi, id: string, revision: number, enabled = true) =>
  useQuery({
    enabled,
    queryKey: [`GET /editor/${api}/:id/history`, id, revision],
    queryFn: async () => {
      const { versions } = await request(`GET /editor/${api}/:id/history`, { param: id })
      return versions.map(
        ({ action, savedAt, savedBy, ...version }): RecordVersion<Body> => ({
          revision: version.revision,
          archived: version.archived,
          action,
          savedAt,
          savedBy,
          body: ('entry' in version ? version.entry : version.body) as Body,
          ...('reason' in version && version.reason !== undefined
            ? { reason: version.reason }
            : {}),
        }),
      )
    },
    placeholderData: keepPreviousData,
  })

export type ShownByLaunch = ResponseBody<'GET /editor/products/:id/history'>['launches'][number]

/** What launches showed of a record, the newest first. */
export const useShownByLaunches = (api: RecordApi, id: string) =>
  useQuery({
    queryKey: [`GET /editor/${api}/:id/history`, id, 'launches'],
    queryFn: async () => (await request(`GET /editor/${api}/:id/history`, { param: id })).launches,
  })

/** Number of saves between a version and the one below it, which are no longer kept. */
export function countPruned(
  versions: Pick<RecordVersion<unknown>, 'revision'>[],
  index: number,
): number {
  const [version, former] = [versions[index], versions[index + 1]]
  return version && former ? version.revision - former.revision - 1 : 0
}
