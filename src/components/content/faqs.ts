import type { FAQPage, WithContext } from 'schema-dts'
import { brand } from '#src/rules/brand.ts'
import { policyTexts } from '#src/rules/policies.ts'

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
        answer: `Nothing. ${policyTexts.deliveryFee}`,
      },
      {
        question: 'How long does delivery take?',
        answer: `${policyTexts.deliveryTime} ${policyTexts.deliveryByPincode} ${policyTexts.personalisation}`,
      },
      {
        question: 'Is tax included in the price?',
        answer: `No. ${policyTexts.tax}`,
      },
      {
        question: 'How many of one piece may I order?',
        answer: `${policyTexts.quantity} When few are left, the page says how many, and the number it gives is the real one.`,
      },
    ],
  },
  {
    title: 'Returns and care',
    questions: [
      {
        question: 'May I send something back?',
        answer: `Yes. ${policyTexts.returnWindow} ${policyTexts.returnChoice} ${policyTexts.notReturnable}`,
      },
      {
        question: 'What if the size is not right?',
        answer: `${policyTexts.exchangeWindow} ${policyTexts.resizing}`,
      },
      {
        question: 'Can it be sent as a gift?',
        answer: `Yes. ${policyTexts.gifts} ${policyTexts.giftReturns}`,
      },
      {
        question: 'What does the warranty cover?',
        answer: `${policyTexts.warranty} We are glad to repair what wear has done, too, and tell you the price first.`,
      },
      {
        question: 'How do I look after my piece?',
        answer:
          'Each box holds a card with what its material likes and what it does not. Our page on care says the same, material by material.',
      },
    ],
  },
  {
    title: 'Payment and account',
    questions: [
      {
        question: 'How can I pay?',
        answer: policyTexts.payment,
      },
      {
        question: 'Do I need an account?',
        answer:
          'To look around, no. To keep a cart and addresses, and your wishlist on every device, yes. It takes a name, an email address and a password, and you can close it again yourself.',
      },
      {
        question: 'Are the pieces genuine?',
        answer: `All of them. ${policyTexts.genuine} ${policyTexts.workshop} Our page on authenticity says how to check a hallmark or a report.`,
      },
      {
        question: 'How do I reach a person?',
        answer: `Write to ${brand.email} at any hour, or ring ${brand.phone}, ${brand.hours}.`,
      },
    ],
  },
]

/** The questions as schema.org FAQPage. */
export const faqStructuredData: WithContext<FAQPage> = {
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
