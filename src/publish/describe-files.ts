import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { getContentType } from './content-type.ts'
import type { ReleaseFile } from './release.ts'

export function describeBytes(file: string, bytes: Uint8Array): ReleaseFile {
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 16)}"`
  return { file, type: getContentType(file), size: bytes.byteLength, etag }
}

/** Describes the files of a folder by their URL path. */
export function describeFolder(folder: string): Record<string, ReleaseFile> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
  return Object.fromEntries(
    files.map((file) => [`/${file}`, describeBytes(file, readFileSync(join(folder, file)))]),
  )
}
