/** Texts of the reviews of a product. Ships to browsers. */
export const reviewMessages = {
  reviews: {
    write: 'Write a review',
    showAll: (total: number) => `Show all ${total} reviews`,
    showMore: (count: number) => `Show ${count} more`,
    shown: (shown: number, total: number) => `${shown} of ${total} reviews are shown.`,
    anonymous: 'A customer',
    verified: 'Verified purchase',
    form: {
      starsMissing: 'Please choose one to five stars.',
      titleMissing: 'Please enter a title.',
      textMissing: 'Please enter your review.',
    },
    sent: 'Thank you. Your review is shown once we have read it.',
    deleted: 'Your review is deleted.',
    unverified: 'Please verify your email address before you write a review.',
    once: 'You have reviewed this piece already. Reload the page to change your review.',
    missing: 'There is no such review.',
    changedMeanwhile: 'The author has changed this review meanwhile. Please read it again.',
    failed: 'This did not work just now. Please try again in a moment.',
    loadFailed: 'The reviews could not be loaded just now.',
    states: {
      pending: 'Your review waits to be read by us. Only you see it until then.',
      approved: 'Your review is shown to everyone.',
      rejected: 'Your review is not shown.',
    },
  },
} as const
