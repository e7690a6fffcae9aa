/** A name of several words has hyphens in its address. */
export const categoryWords = (category: string): string => category.replaceAll('-', ' ')

/** The names of categories whose addresses do not say them. */
export type CategoryNames = Record<string, string>

/** A category as shown to shoppers: `jewelry` becomes `Jewelry`. Every page has it. */
export const categoryLabel = (category: string, names?: CategoryNames): string =>
  names?.[category] ?? category.charAt(0).toUpperCase() + categoryWords(category).slice(1)
