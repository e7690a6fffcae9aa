/** A header of a column, so that `List price`, `list_price` and `listPrice` are the same. */
export const normalizeHeader = (header: string): string =>
  header
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]/g, '')
