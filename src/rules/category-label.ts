/** A category as a shopper reads it: `jewelry` becomes `Jewelry`. */
export const categoryLabel = (category: string): string =>
  category.charAt(0).toUpperCase() + category.slice(1)
