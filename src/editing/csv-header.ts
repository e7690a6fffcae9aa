/** Normalizes the header of a column: `List price`, `list_price`, `listPrice` and `List price *` are the same. */
export const normalizeHeader = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-.:*\p{Cf}]/gu, '')
