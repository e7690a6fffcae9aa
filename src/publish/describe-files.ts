import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { ReleaseFile } from './release.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.atom': 'application/atom+xml; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

const getContentType = (file: string): string =>
  TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream'

/** Whether compression helps: pictures and fonts are compressed already. */
export const isText = (type: string): boolean => type.endsWith('charset=utf-8')

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
