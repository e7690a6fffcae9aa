import type { ListingItem } from '#src/contract/catalog.ts'

/** The item with only what a card shows, because a listing page carries a hundred of them. */
export const toCardItem = (item: ListingItem): ListingItem => ({
  ...item,
  images: item.images.slice(0, 1),
  pictures: item.pictures.map((picture, index) => ({
    ...picture,
    placeholder: '',
    // The second picture is decorative.
    alt: index === 0 ? picture.alt : '',
  })),
})
