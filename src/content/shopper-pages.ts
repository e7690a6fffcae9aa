import type { ContentBody } from '#src/contract/content.ts'

export const cartPage: ContentBody<'cart'> = {
  title: 'Your Cart',
  empty: {
    title: 'Your Cart is Empty',
    text: 'What you choose waits here until you are ready.',
    visitorText: 'Log in to see the pieces in your cart, on any device.',
  },
  loggedOut: {
    title: 'You have been logged out',
    text: 'Your cart is kept for you. Log in to see it again.',
  },
}

export const wishlistPage: ContentBody<'wishlist'> = {
  title: 'Your Wishlist',
  empty: {
    title: 'Your Wishlist is Empty',
    text: 'Press the heart on any piece to keep it here.',
  },
  onDevice: 'These pieces are kept on this device. Log in to find them everywhere.',
  shared: {
    title: 'A Shared Wishlist',
    private: 'Only you see this list. A link shows it to others, with your first name.',
    text: 'Anyone with this link sees this list and your first name.',
    empty: 'Nothing is on this list at present.',
  },
}

export const checkoutPage: ContentBody<'checkout'> = {
  title: 'Checkout',
  emptyTitle: 'Your cart is empty',
}

export const profilePage: ContentBody<'profile'> = {
  title: 'Your profile',
  editTitle: 'Edit your profile',
  forgotPassword: {
    label: 'It happens',
    title: 'Forgot your password?',
    question: 'Remembered it?',
  },
  resetPassword: { label: 'Your account', title: 'Choose a new password' },
  verifyEmail: { label: 'One step left', title: 'Verify your email' },
  stockAlerts: {
    label: 'Your mails',
    title: 'Mails about sold-out pieces',
    question: 'Would you like no more mails about pieces that are back in stock?',
  },
  hints: {
    phone:
      'For the courier and for questions about a delivery. With the country code if it is not an Indian number.',
    dateOfBirth: 'You must be 18 or over to hold an account.',
  },
  settings: {
    password: 'A change here signs every other device out.',
    devices: 'Where your account is open at this moment.',
    data: 'Everything the house keeps about you, as one file.',
    leave: 'Log out of this device, or close the account for good.',
  },
}

export const notFoundPage: ContentBody<'not-found'> = {
  title: 'Nothing blooms here',
  text: 'This page does not exist, or no longer. Look for what you came for by its name, or begin again in the shop.',
  seoTitle: 'Page not found',
  description: 'This page does not exist. The shop and its categories do.',
}

export const gonePage: ContentBody<'gone'> = {
  title: 'Product not found.',
  text: 'This piece is no longer sold. Look for one like it by name, or begin again in the shop.',
  seoTitle: 'No longer sold',
  description: 'This piece is no longer sold. The shop has others like it.',
}

export const offlinePage: ContentBody<'offline'> = {
  title: 'The moon is behind a cloud',
  text: 'There is no connection just now. The pages you have already seen are still here, and this one comes back by itself when the line does.',
  seen: 'Pages on this device',
  seoTitle: 'Offline',
  description: 'There is no connection just now. Pages you have seen are still here.',
}
