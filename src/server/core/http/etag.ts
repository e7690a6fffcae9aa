/** Returns true if an `If-None-Match` header names this tag, by weak comparison (RFC 9110). */
export const etagMatches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' ||
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
