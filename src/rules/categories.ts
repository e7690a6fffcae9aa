/** A category as shown to shoppers: `jewelry` becomes `Jewelry`. Every page has it. */
export const categoryLabel = (category: string): string =>
  category.charAt(0).toUpperCase() + category.slice(1)
