import { policyTexts } from '#src/channels/policies.ts'
import type { ContentBody } from '#src/contract/content.ts'

export const contactPage: ContentBody<'contact'> = {
  label: 'Contact',
  title: 'The door is open',
  lead: 'Ask about a size, a stone or an order on its way. A person reads every letter and answers within a working day.',
  seoTitle: 'Contact',
  description: 'Write to {name}, call us, or come to the house in {city}. {hours}.',
  details: 'Where we are',
  map: 'Find us on a map',
  form: 'Send Us a Message',
  appointment: {
    lead: 'At the boutique, by video or by telephone: choose a day and an hour.',
    link: 'Make an appointment',
    label: 'Contact',
    title: 'Make an appointment',
  },
  state: {
    question: 'Have you written to us already?',
    link: 'Track your message',
    label: 'Contact',
    title: 'Track your message',
  },
}

export const partnerPage: ContentBody<'partner'> = {
  label: 'Become a Partner',
  title: 'Good things are made by more than one house',
  lead: 'We work with few partners and keep them for long. Here is whom we look for, and what we promise in return.',
  seoTitle: 'Become a Partner',
  description:
    'Make for {name}, show our pieces, or give them: what partnering with the house means, and how to begin.',
  kinds: [
    {
      title: 'Ateliers and makers',
      text: 'You work in gold, glass, leather or silk, and sign what you make. We buy outright, pay on delivery and put your name on the card inside the box.',
    },
    {
      title: 'Boutiques and hotels',
      text: 'You have a room that suits our pieces and guests who would look twice. We lend a small collection for a season and replace what sells within the week.',
    },
    {
      title: 'Gifting and weddings',
      text: 'You give to many people at once and want none of it to look so. From twenty pieces we engrave, wrap by hand and send to every address on your list.',
    },
  ],
  letter: {
    title: 'Begin with a letter',
    text: `Tell us who you are, where you work and what you have in mind. We answer every letter within {partnerDays} days, also when the answer is no.`,
  },
  form: 'Send Us a Message',
}

export const loginPage: ContentBody<'login'> = {
  label: 'Your account',
  title: 'Welcome back',
  text: 'Sign in to see your cart, your wishlist and your profile.',
  seoTitle: 'Sign in',
  description: 'Sign in to your cart, your wishlist and your addresses.',
  picture: {
    file: 'site:about-emerald',
    alt: 'Green pear-drop earrings, an enamel box with a mother-of-pearl dome and a green perfume bottle',
  },
  question: 'New to the house?',
}

export const signupPage: ContentBody<'signup'> = {
  label: 'Create an account',
  title: 'A place in the house',
  text: 'One minute now, and every visit after this one begins where you left off.',
  seoTitle: 'Create an account',
  description:
    'Open an account with the house: one cart, one wishlist and every address in its place.',
  picture: {
    file: 'site:about-filigree',
    alt: 'A gold-plated jhumka with red and green beads and a hem of pearls',
  },
  features: [
    {
      title: 'Kept for you',
      text: 'Cart and wishlist follow you from the phone to the desk.',
    },
    {
      title: 'Free worldwide shipping',
      text: `On every piece, with no minimum. ${policyTexts.deliveryCountries}`,
    },
    {
      title: 'Easy to return',
      text: `${policyTexts.returnsShort}, with return or replacement.`,
    },
  ],
  passwordHint: 'A sentence is easier to remember than a riddle.',
  question: 'Have an account already?',
}

export const completeProfilePage: ContentBody<'complete-profile'> = {
  label: 'Almost there',
  title: 'Complete your profile',
  text: 'Where shall we send what you choose?',
  seoTitle: 'Complete your profile',
  description: 'Your telephone number and your address, for your first order.',
  picture: {
    file: 'site:about-noir',
    alt: 'A gold watch, an enamel bangle, a pen and a bottle of perfume on dark stone',
  },
  features: [
    {
      title: 'One look to order',
      text: 'The checkout knows where to send your piece before you are asked.',
    },
    {
      title: 'Delivery that finds you',
      text: 'The courier has a number to call and a door to knock on.',
    },
    {
      title: 'Yours alone',
      text: 'Kept for your orders only; download or delete it whenever you like.',
    },
  ],
}
