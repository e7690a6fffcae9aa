/** Below what could not be loaded, on several pages. Ships to browsers. */
export const retryHint = 'Please try again in a moment.'
