import { getSystemErrorMessage } from 'node:util'

/** The reason why nothing was published, as one sentence. The live release is unchanged. */
export class PublishError extends Error {
  override name = 'PublishError'
}

/** The catalogue has lost so many products that it is taken for a mistake. */
export class LostProductsError extends PublishError {
  readonly live: number
  readonly now: number

  /** @param live the number of products on the site; `now` that of the catalogue. */
  constructor(live: number, now: number) {
    super(
      `The catalogue has ${now} products where the live site has ${live}: correct the catalogue, or set ACCEPT_FEWER=true to publish it as it is.`,
    )
    this.live = live
    this.now = now
  }
}

/** Codes of a disk that is full, broken or not writable. */
const DISK_ERRORS = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES'])

/** What is wrong with the disk, without a path; undefined for other errors. */
export function describeDiskError(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'errno' in error)) return undefined
  if (!DISK_ERRORS.has(error.code)) return undefined
  return `writing a file failed: ${getSystemErrorMessage(Number(error.errno))}`
}
