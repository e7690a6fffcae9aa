/** The grid of a line; its skeleton has the same. */
export const rowClass =
  'relative grid grid-cols-[6rem_minmax(0,1fr)] gap-x-5 gap-y-3 border-b border-line py-6 sm:grid-cols-[9rem_minmax(0,1fr)_auto] sm:gap-x-8 sm:py-8'
