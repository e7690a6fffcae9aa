/** Rows of a page of a list of the studio. */
export const PAGE_SIZE = 50

export const toPageCount = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE))
