import { copyFileSync, existsSync, linkSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ReleaseFile } from './release.ts'

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** Links a file, or copies it where the file system has no links or it is another one. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !existsSync(dirname(to))) {
      mkdirSync(dirname(to), { recursive: true })
      link(from, to)
    } else if (codeOf(error) === 'EEXIST') return
    else if (['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(String(codeOf(error))))
      copyFileSync(from, to)
    else throw error
  }
}

/** Links a file with its compressed variants. */
export function linkFile(from: string, to: string, { br, gz }: ReleaseFile): void {
  link(from, to)
  if (br !== undefined) link(`${from}.br`, `${to}.br`)
  if (gz !== undefined) link(`${from}.gz`, `${to}.gz`)
}
