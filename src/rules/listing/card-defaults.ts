/** Values that a card shows for missing ones; for display only (spec §3). */
export const CARD_DEFAULTS = {
  rating: 4.8,
  reviews: 120,
  category: 'Travel',
  tagline: 'Compact & Leak-Proof Design',
} as const
