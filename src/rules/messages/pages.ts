/** What several pages say below what could not be loaded. Ships to browsers. */
export const retryHint = 'Please try again in a moment.'
