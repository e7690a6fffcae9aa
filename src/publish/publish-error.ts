import { getSystemErrorMessage } from 'node:util'

/** The reason why nothing was published, as one sentence. The live release is unchanged. */
export class PublishError extends Error {
  override name = 'PublishError'
}

/** Codes of a disk that is full, broken or not writable. */
const DISK_ERRORS = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES'])

/** What is wrong with the disk, without a path; undefined for other errors. */
export function describeDiskError(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'errno' in error)) return undefined
  if (!DISK_ERRORS.has(error.code)) return undefined
  return `writing a file failed: ${getSystemErrorMessage(Number(error.errno))}`
}
