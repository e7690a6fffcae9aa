/** Joins inline scripts without their comment lines and indentation, which every page would carry. */
export const joinInlineScripts = (...sources: string[]): string =>
  sources
    .join('\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:\/\/|\/\*\*.*\*\/$)/.test(line))
    .join('\n')
