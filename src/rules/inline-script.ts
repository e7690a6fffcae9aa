/** One inline script of several. */
export const joinInlineScripts = (...sources: string[]): string => sources.join(';')
