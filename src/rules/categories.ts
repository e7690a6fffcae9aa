/** A name of several words has hyphens in its address. */
export const categoryWords = (category: string): string => category.replaceAll('-', ' ')

/** A category as shown to shoppers: `jewelry` becomes `Jewelry`. Every page has it. */
export const categoryLabel = (category: string): string =>
  category.charAt(0).toUpperCase() + categoryWords(category).slice(1)
