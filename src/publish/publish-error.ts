import { getSystemErrorMessage } from 'node:util'

/** Nothing was published, for a reason that is one sentence. The live release is unchanged. */
export class PublishError extends Error {
  override name = 'PublishError'
}

/** The catalogue has lost so many products that this is probably a mistake. */
export class LostProductsError extends PublishError {
  readonly live: number
  readonly now: number

  /** @param live the number of products on the site. @param now the number in the catalogue. */
  constructor(live: number, now: number) {
    super(
      `The catalogue has ${now} products where the live site has ${live}: correct the catalogue, or set ACCEPT_FEWER=true to publish it as it is.`,
    )
    this.live = live
    this.now = now
  }
}

/** A catalogue below this share of the live one is probably a mistake. */
const MIN_SHARE = 0.8

/** @param accepted a number of products that an editor accepts. @throws LostProductsError below it. */
export function assertNotShrunk(live: number, now: number, accepted: number): void {
  if (now < live * MIN_SHARE && now < accepted) throw new LostProductsError(live, now)
}

const MAX_REASON_LENGTH = 400

/** Returns the error of a failed build. Its message has no path of the project. */
export function toBuildError(reason: string, root: string, cause?: unknown): PublishError {
  const text = reason.replaceAll(`${root.replace(/\/$/, '')}/`, '').replace(/[.\s]+$/, '')
  const message = `The site could not be built: ${text.slice(0, MAX_REASON_LENGTH)}.`
  return new PublishError(message, { cause })
}

/** Codes of a full, broken or read-only disk. */
const DISK_ERRORS = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES'])

/** Describes a problem of the disk, without a path; undefined for other errors. */
export function describeDiskError(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'errno' in error)) return undefined
  if (!DISK_ERRORS.has(error.code)) return undefined
  return `writing a file failed: ${getSystemErrorMessage(Number(error.errno))}`
}
