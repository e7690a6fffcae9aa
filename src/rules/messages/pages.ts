/** Texts for parts of a page that could not be loaded. Ships to browsers. */
export const retryHint = 'Please try again in a moment.'
