import { brand } from '#src/rules/brand.ts'

export interface Question {
  question: string
  answer: string
}

/** Questions of the FAQ page, by subject. */
export const faqSections: { title: string; questions: Question[] }[] = [
  {
    title: 'Orders and delivery',
    questions: [
      {
        question: 'What does shipping cost?',
        answer:
          'Nothing. Every order travels free of charge to every country we can reach, whatever it is worth. There is no minimum.',
      },
      {
        question: 'How long does delivery take?',
        answer:
          'Most pieces are with you in 2 to 4 days within India. Enter your pincode on the page of a piece to have the estimate confirmed for your address.',
      },
      {
        question: 'Is tax included in the price?',
        answer:
          'Prices are shown before tax. Checkout adds 5% of the subtotal and shows it on a line of its own, before you pay anything.',
      },
      {
        question: 'How many of one piece may I order?',
        answer:
          'Up to ten, and never more than we have. When fewer are left, the page says so, and the number it gives is the real one.',
      },
    ],
  },
  {
    title: 'Returns and care',
    questions: [
      {
        question: 'May I send something back?',
        answer:
          'Yes, within 7 days of delivery, unworn and in its box. We collect it, look it over and give you a replacement or your money, as you prefer.',
      },
      {
        question: 'What does the warranty cover?',
        answer:
          'Faults of material and making, for the time named on the page of each piece. Wear that comes from living with a thing is not a fault, but we are glad to mend that too.',
      },
      {
        question: 'How do I look after my piece?',
        answer:
          'Each box holds a card with what its material likes and what it does not. Should it be lost, write to us and we send another.',
      },
    ],
  },
  {
    title: 'Payment and account',
    questions: [
      {
        question: 'How can I pay?',
        answer:
          'Online by card, UPI or net banking, or in cash on delivery. You choose at checkout, and you see the whole total before you do.',
      },
      {
        question: 'Do I need an account?',
        answer:
          'To look around, no. To keep a cart, a wishlist and your addresses, yes. It takes a name, an email address and a password, and you can close it again yourself.',
      },
      {
        question: 'Are the pieces genuine?',
        answer:
          'All of them. We sell only what is made for us or by us, and the card in the box names the workshop.',
      },
      {
        question: 'How do I reach a person?',
        answer: `Write to ${brand.email} at any hour, or ring ${brand.phone}, ${brand.hours}.`,
      },
    ],
  },
]

/** The questions as schema.org FAQPage. */
export const faqStructuredData = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: faqSections.flatMap(({ questions }) =>
    questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  ),
}
